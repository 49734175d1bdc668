import * as v from 'valibot';
import { Project } from './project.ts';
import { Refusal } from './refusal.ts';

/** What a function needs from its runtime. */
export interface Runtime {
  readonly fetch: typeof fetch;
  /** Keeps the function alive until a task that outlasts the response has ended. */
  readonly waitUntil: (task: Promise<unknown>) => void;
}

/** The environment variables of a function. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One call of a function. */
interface Call<Body> {
  readonly project: Project;
  readonly request: Request;
  readonly body: Body;
  readonly waitUntil: Runtime['waitUntil'];
}

/** Longest body of a call in bytes. Bodies contain a few words. */
const MAX_BODY_BYTES = 10_000;

// Any origin may call, like the project's other services: the token authorises a call, and there are no cookies.
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region, traceparent, tracestate, baggage',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-expose-headers': 'content-disposition',
};

/**
 * Creates the request handler of a function for calls with a JSON body, as `functions.invoke` sends them. Refusals have the body
 * `{code, message}`.
 * @param name for the log
 * @param environment of the function. If a variable is missing, the response to every call is 500.
 */
export function handleCalls<S extends v.GenericSchema>(
  name: string,
  schema: S,
  environment: Environment,
  runtime: Runtime,
  handle: (call: Call<v.InferOutput<S>>) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      if (request.method === 'OPTIONS') return withCors(new Response(null, { status: 204, headers: { 'access-control-max-age': '3600' } }));
      if (request.method !== 'POST') throw new Refusal(405, 'method_not_allowed', 'Call this function by POST.');
      const project = new Project(environment, runtime.fetch);
      const body = await readBody(request, schema);
      return withCors(await handle({ project, request, body, waitUntil: runtime.waitUntil }));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'failed', 'Something went wrong. Try again in a moment.', error);
      if (refusal.status >= 500) console.error(`${name}: ${refusal.code}: ${describe(refusal.cause)}`);
      return withCors(Response.json({ code: refusal.code, message: refusal.message }, { status: refusal.status }));
    }
  };
}

async function readBody<S extends v.GenericSchema>(request: Request, schema: S): Promise<v.InferOutput<S>> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), await readText(request));
  const body = v.safeParse(schema, parsed.output);
  if (!body.success) throw new Refusal(400, 'invalid_call', 'The body of the call is invalid. Reload the page, then try again.', body.issues);
  return body.output;
}

/** The body; null if it is too long. Stops reading at the limit. */
async function readText({ headers, body }: Request): Promise<string | null> {
  if (Number(headers.get('content-length')) > MAX_BODY_BYTES) return null;
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  for await (const piece of body ?? []) {
    const bytes = v.parse(v.instance(Uint8Array), piece);
    length += bytes.byteLength;
    // Leaving the loop ends the stream.
    if (length > MAX_BODY_BYTES) return null;
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

/** The class and code of an error for the log. Its message may contain personal data. */
export function describe(error: unknown): string {
  const known = v.safeParse(v.object({ code: v.pipe(v.string(), v.regex(/^\w{1,60}$/)) }), error);
  const name = error instanceof Error ? error.name : typeof error;
  return known.success ? `${name} ${known.output.code}` : name;
}

function withCors(response: Response): Response {
  for (const [header, value] of Object.entries(CORS)) response.headers.set(header, value);
  return response;
}
