import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';

/** Information about a call (docs.deno.com/api/deno, `ServeHandlerInfo`). */
interface HandlerInfo {
  remoteAddr: { transport: 'tcp'; hostname: string; port: number };
  /** Resolves when the response was sent, and rejects if it was not. */
  completed: Promise<void>;
}

/** A function's request handler. */
export type Handler = (request: Request, info: HandlerInfo) => Response | Promise<Response>;

/** The supported options of `Deno.serve`. */
export interface ServeOptions {
  onError?: (error: unknown) => Response | Promise<Response>;
  onListen?: (address: { transport: 'tcp'; hostname: string; port: number }) => void;
}

const ADDRESS = { transport: 'tcp', hostname: '127.0.0.1', port: 8000 } as const;

/** The response when a handler throws, as in Deno. */
function internalServerError(error: unknown): Response {
  console.error(error);
  return new Response('Internal Server Error', { status: 500 });
}

function completionOf(outgoing: ServerResponse): Promise<void> {
  const completed = new Promise<void>((resolve, reject) => {
    outgoing.once('close', () => {
      if (outgoing.writableFinished) resolve();
      else reject(new Error('The response was not sent completely.'));
    });
  });
  // Without a handler here, functions that ignore the promise would crash.
  completed.catch(() => undefined);
  return completed;
}

/** Passes calls to the function's handler. */
export class FunctionServer {
  #handler: Handler | undefined;
  #options: ServeOptions = {};
  #handled: () => void = () => undefined;
  readonly #hasHandler = new Promise<void>((resolve) => {
    this.#handled = resolve;
  });
  #running = 0;
  readonly #whenIdle: (() => void)[] = [];

  get hasHandler(): boolean {
    return this.#handler !== undefined;
  }

  /** Sets the handler. Returns Deno's `HttpServer`. */
  serve(handler: Handler, options: ServeOptions = {}): object {
    this.#handler = handler;
    this.#options = options;
    options.onListen?.(ADDRESS);
    this.#handled();
    return { addr: ADDRESS, finished: new Promise<void>(() => undefined), shutdown: () => Promise.resolve(), ref: () => undefined, unref: () => undefined };
  }

  /** Waits for a handler, then listens. */
  async listen(socket: string): Promise<void> {
    await this.#hasHandler;
    // No timeouts: the gateway enforces the limits. Connections stay open, so that a body
    // that the function ignores is still read after the response instead of breaking it off.
    const server = createServer({ requestTimeout: 0, keepAliveTimeout: 0 }, (request, response) => {
      void this.#respond(request, response);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(socket, resolve);
    });
  }

  /** Resolves when no call is running. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  async #respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.#running += 1;
    const gone = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    try {
      const response = await this.#handle(toRequest(incoming, gone.signal), { remoteAddr: ADDRESS, completed: completionOf(outgoing) });
      await sendResponse(response, outgoing);
    } catch (error) {
      // The client disconnected, or the response's body failed: close the connection.
      if (!gone.signal.aborted) console.error(error);
      outgoing.destroy();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
    }
  }

  async #handle(request: Request, info: HandlerInfo): Promise<Response> {
    try {
      const response: unknown = await this.#handler?.(request, info);
      if (response instanceof Response) return response;
      throw new TypeError('The handler did not return a Response.');
    } catch (error) {
      return (this.#options.onError ?? internalServerError)(error);
    }
  }
}

const BODILESS_METHODS = new Set(['GET', 'HEAD']);

/** A call as a web Request with a streamed body. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
  const method = incoming.method ?? 'GET';
  const hasBody = !BODILESS_METHODS.has(method) && (headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0');
  // When the function stops reading, the connection is still needed for the response.
  const body = hasBody ? { body: ReadableStream.from<Uint8Array>(incoming.iterator({ destroyOnReturn: false })), duplex: 'half' as const } : {};
  const host = headers.get('host') ?? 'localhost';
  for (const name of ['connection', 'transfer-encoding', 'keep-alive']) headers.delete(name);
  return new Request(new URL(incoming.url ?? '/', `http://${host}`), { method, headers, signal, ...body });
}

/** Sends the head of a web Response immediately, then streams its body. @throws what its body throws */
async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  const headers: string[] = [];
  for (const [name, value] of response.headers) headers.push(name, value);
  outgoing.writeHead(response.status, headers);
  outgoing.flushHeaders();
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body), outgoing);
}
