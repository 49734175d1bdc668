import * as v from 'valibot';
import { text } from '../messages.ts';

/** A server function failed, described as the auth service describes its failures; supabase-js's own error is the cause. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
  /** The function's code; `network`, `timeout` or `unknown` where it gave none. */
  readonly code: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;

  constructor({ message, code, status }: { readonly message: string; readonly code: string; readonly status: number }, cause: unknown) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }
}

const refusalSchema = v.object({ code: v.fallback(v.string(), 'unknown'), message: v.fallback(v.string(), '') });

/** Reads what `functions.invoke` gave as its error: the function's answer, or why there was none (functions-js, `FunctionsError.context`). */
export async function readFunctionError(error: unknown): Promise<FunctionError> {
  const context: unknown = error instanceof Error && 'context' in error ? error.context : null;
  if (context instanceof Response) {
    const body: unknown = await context.json().catch(() => null);
    const { code, message } = v.parse(refusalSchema, typeof body === 'object' && body !== null ? body : {});
    return new FunctionError({ code, message, status: context.status }, error);
  }
  const message = context instanceof Error ? context.message : '';
  return new FunctionError({ message, code: message === text('request.timeout') ? 'timeout' : 'network', status: 0 }, error);
}
