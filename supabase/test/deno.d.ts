/** The part of Deno (https://docs.deno.com/api/deno/) that the entry files of the functions touch. */
declare const Deno: {
  serve(handler: (request: Request) => Promise<Response>): unknown;
  readonly env: { toObject(): Record<string, string> };
};

/** The part of the hosted runtime's own interface that they touch (https://supabase.com/docs/guides/functions/background-tasks). */
declare const EdgeRuntime: {
  waitUntil(task: Promise<unknown>): void;
};
