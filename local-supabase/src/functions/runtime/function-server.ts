import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendResponse, toRequest } from './web-messages.ts';

/** What a function tells of whoever called (docs.deno.com/api/deno, `ServeHandlerInfo`). */
interface HandlerInfo {
  remoteAddr: { transport: 'tcp'; hostname: string; port: number };
  /** Resolves when the answer was sent, and rejects when it could not be. */
  completed: Promise<void>;
}

/** Answers a call. */
export type Handler = (request: Request, info: HandlerInfo) => Response | Promise<Response>;

/** The options of `Deno.serve` that mean something here. */
export interface ServeOptions {
  onError?: (error: unknown) => Response | Promise<Response>;
  onListen?: (address: { transport: 'tcp'; hostname: string; port: number }) => void;
}

const address = { transport: 'tcp', hostname: '127.0.0.1', port: 8000 } as const;

/** What a call is answered with whose handler throws, as Deno does. */
function internalServerError(error: unknown): Response {
  console.error(error);
  return new Response('Internal Server Error', { status: 500 });
}

function completionOf(outgoing: ServerResponse): Promise<void> {
  const completed = new Promise<void>((resolve, reject) => {
    outgoing.once('close', () => {
      if (outgoing.writableFinished) resolve();
      else reject(new Error('The answer was not sent to its end.'));
    });
  });
  // Functions that do not ask for it are not to fail by it.
  completed.catch(() => undefined);
  return completed;
}

/** Hands calls over to the function's handler. */
export class FunctionServer {
  #handler: Handler | undefined;
  #options: ServeOptions = {};
  #handled: () => void = () => undefined;
  readonly #hasHandler = new Promise<void>((resolve) => {
    this.#handled = resolve;
  });
  #running = 0;
  #whenIdle: (() => void)[] = [];

  get hasHandler(): boolean {
    return this.#handler !== undefined;
  }

  /** Takes the handler. What it gives back is Deno's `HttpServer`. */
  serve(handler: Handler, options: ServeOptions = {}): object {
    this.#handler = handler;
    this.#options = options;
    options.onListen?.(address);
    this.#handled();
    return { addr: address, finished: new Promise<void>(() => undefined), shutdown: () => Promise.resolve(), ref: () => undefined, unref: () => undefined };
  }

  /** Listens as soon as there is a handler. */
  async listen(socket: string): Promise<void> {
    await this.#hasHandler;
    // Uploads and answers take the time that they take: whoever calls keeps the limits. Connections are kept, so that a body
    // that the function does not read is read to its end after the answer, and does not break it off.
    const server = createServer({ requestTimeout: 0, keepAliveTimeout: 0 }, (request, response) => {
      void this.#answer(request, response);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(socket, resolve);
    });
  }

  /** Resolves when no call is being answered. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.#running += 1;
    const gone = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    try {
      const answer = await this.#handle(toRequest(incoming, gone.signal), { remoteAddr: address, completed: completionOf(outgoing) });
      await sendResponse(answer, outgoing);
    } catch (error) {
      // Whoever called has gone, or the body of the answer failed on the way: then the connection breaks off.
      if (!gone.signal.aborted) console.error(error);
      outgoing.destroy();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
    }
  }

  async #handle(request: Request, info: HandlerInfo): Promise<Response> {
    try {
      const answer: unknown = await this.#handler?.(request, info);
      if (answer instanceof Response) return answer;
      throw new TypeError('The handler gave no Response.');
    } catch (error) {
      return (this.#options.onError ?? internalServerError)(error);
    }
  }
}
