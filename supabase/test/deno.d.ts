/** The part of Deno (https://docs.deno.com/api/deno/) that the entry files of the functions touch. */
declare const Deno: {
  serve(handler: (request: Request) => Promise<Response>): unknown;
  readonly env: { toObject(): Record<string, string> };
};
