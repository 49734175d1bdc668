import type { Caller } from '../rest/row.ts';

/** What a server function, or a database function, is called with. */
export interface FunctionCall {
  readonly request: Request;
  /** What the caller sent: JSON as what it means, else the text. */
  readonly body: unknown;
  /** Who is signed in; null for a visitor. */
  readonly caller: Caller | null;
}

/** What answers in the place of a function: a response as it is, anything else as JSON. */
export type FunctionHandler = (call: FunctionCall) => unknown;

/** Runs a handler and makes a response of what it gives; an error that it throws is an error of the function. */
export async function runFunction(handler: FunctionHandler, call: FunctionCall): Promise<Response> {
  const answer = await handler(call);
  if (answer instanceof Response) return answer;
  return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
}
