import * as v from 'valibot';
import { Project } from './project.ts';
import { Refusal } from './refusal.ts';

/** What a function needs of the world. */
export interface World {
  readonly fetch: typeof fetch;
  /** Keeps the function alive until a task ends that goes on after the answer. */
  readonly waitUntil: (task: Promise<unknown>) => void;
}

/** The variables that a function finds. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One call of a function. */
export interface Call<Body> {
  readonly project: Project;
  readonly request: Request;
  readonly body: Body;
  readonly waitUntil: World['waitUntil'];
}

/** Longest body of a call, in bytes: they carry a few words each. */
const LONGEST_BODY = 10_000;

// Any site may call, as the project's other services may be called: what counts is the token, and there are no cookies.
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region, traceparent, tracestate, baggage',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-expose-headers': 'content-disposition',
};

/**
 * A function that answers calls with a JSON body, as `functions.invoke` sends them, and refuses others by
 * `{code, message}`.
 * @param name for the log
 * @param environment that of the function; with one that will not do, every call is answered with 500
 */
export function answerCalls<S extends v.GenericSchema>(
  name: string,
  schema: S,
  environment: Environment,
  world: World,
  handle: (call: Call<v.InferOutput<S>>) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      if (request.method === 'OPTIONS') return withCors(new Response(null, { status: 204, headers: { 'access-control-max-age': '3600' } }));
      if (request.method !== 'POST') throw new Refusal(405, 'method_not_allowed', 'Call this function by POST.');
      const project = new Project(environment, world.fetch);
      const body = await readBody(request, schema);
      return withCors(await handle({ project, request, body, waitUntil: world.waitUntil }));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'failed', 'That did not work. Try again in a while.', error);
      if (refusal.status >= 500) console.error(`${name}: ${refusal.code}: ${describe(refusal.cause)}`);
      return withCors(Response.json({ code: refusal.code, message: refusal.message }, { status: refusal.status }));
    }
  };
}

async function readBody<S extends v.GenericSchema>(request: Request, schema: S): Promise<v.InferOutput<S>> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), await readText(request));
  const body = v.safeParse(schema, parsed.output);
  if (!body.success) throw new Refusal(400, 'invalid_call', 'The call is not one that this function knows. Reload the page, then try again.', body.issues);
  return body.output;
}

/** The body; null where it is too long, which need not be read to its end to be known. */
async function readText({ headers, body }: Request): Promise<string | null> {
  if (Number(headers.get('content-length')) > LONGEST_BODY) return null;
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  for await (const piece of body ?? []) {
    const bytes = v.parse(v.instance(Uint8Array), piece);
    length += bytes.byteLength;
    // Leaving the loop ends the stream.
    if (length > LONGEST_BODY) return null;
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

/** Kind and code of an error: its message may have people's data in it, which are not for the log. */
export function describe(error: unknown): string {
  const known = v.safeParse(v.object({ code: v.pipe(v.string(), v.regex(/^\w{1,60}$/)) }), error);
  const name = error instanceof Error ? error.name : typeof error;
  return known.success ? `${name} ${known.output.code}` : name;
}

function withCors(response: Response): Response {
  for (const [header, value] of Object.entries(CORS)) response.headers.set(header, value);
  return response;
}
