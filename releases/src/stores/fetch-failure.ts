import * as v from 'valibot';

/** The error of `AbortSignal.timeout`. */
const timeoutSchema = v.object({ name: v.literal('TimeoutError') });

/** The error of fetch when the network fails. Only its cause has the system's code. */
const networkErrorSchema = v.object({ cause: v.object({ code: v.string() }) });

/** Why fetch threw: null for a timeout, else the system's code, such as ECONNREFUSED. It never contains a URL. */
export function networkCode(error: unknown): string | null {
  if (v.is(timeoutSchema, error)) return null;
  const parsed = v.safeParse(networkErrorSchema, error);
  return parsed.success ? parsed.output.cause.code : 'no response';
}
