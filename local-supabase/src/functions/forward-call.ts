import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FunctionProcess } from './function-process.ts';
import { GatewayError } from './gateway-error.ts';

/** Hop-by-hop headers. `transfer-encoding` is forwarded, so that requests of every method can have a body. */
const HOP_BY_HOP_HEADERS = new Set(['connection', 'keep-alive', 'upgrade', 'expect', 'proxy-authorization', 'proxy-authenticate']);
/** Headers that only the gateway may set. */
const GATEWAY_HEADERS = /^x-forwarded-|^sb-|^x-served-by$|^x-deno-execution-id$|^x-sb-edge-region$/;

/** Streams a call to a function's process, and the response back. @throws GatewayError */
export async function forwardCall(request: FastifyRequest, reply: FastifyReply, process: FunctionProcess, wallClockMilliseconds: number): Promise<void> {
  const end = process.startCall();
  // The client may have disconnected while the function started: the "close" event has already fired then.
  if (reply.raw.destroyed) {
    end();
    reply.hijack();
    return;
  }
  const outgoing = httpRequest({
    socketPath: process.socket,
    agent: process.agent,
    method: request.method,
    path: (request.raw.url ?? '').replace(/^\/functions\/v1/, ''),
    headers: requestHeaders(request),
  });
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort();
    outgoing.destroy();
  }, wallClockMilliseconds);
  reply.raw.once('close', () => outgoing.destroy());
  try {
    const response = await exchange(request.raw, outgoing);
    reply.hijack();
    reply.raw.writeHead(response.statusCode ?? 500, responseHeaders(response, request, process));
    reply.raw.flushHeaders();
    // The status is already sent, so a response that breaks off can only break off here too.
    await pipeline(response, reply.raw).catch(() => reply.raw.destroy());
  } catch (cause) {
    if (limit.signal.aborted) throw new GatewayError('IDLE_TIMEOUT', { detail: ` (${String(wallClockMilliseconds / 1000)}s)`, cause });
    throw new GatewayError(reply.raw.destroyed ? 'WORKER_ERROR' : await process.failureReason(), { cause });
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** Sends the request. Resolves with the response's head. */
function exchange(incoming: IncomingMessage, outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.on('error', (error) => {
      // Read the rest of the request, so that the client gets to read the response.
      incoming.unpipe(outgoing);
      incoming.resume();
      reject(error);
    });
    incoming.pipe(outgoing);
  });
}

function requestHeaders(request: FastifyRequest): string[] {
  const headers = pairs(request.raw.rawHeaders).filter(([name]) => !HOP_BY_HOP_HEADERS.has(name.toLowerCase()) && !GATEWAY_HEADERS.test(name.toLowerCase()));
  headers.push(
    ['x-forwarded-for', request.ip],
    ['x-forwarded-host', request.host],
    ['x-forwarded-proto', request.protocol],
    ['x-forwarded-port', String(request.port ?? '')],
  );
  return headers.flat();
}

function responseHeaders(response: IncomingMessage, request: FastifyRequest, process: FunctionProcess): string[] {
  const isPage = request.method === 'GET' && /^text\/html\b/i.test(response.headers['content-type'] ?? '');
  const headers = pairs(response.rawHeaders)
    .filter(([name]) => !HOP_BY_HOP_HEADERS.has(name.toLowerCase()) && !GATEWAY_HEADERS.test(name.toLowerCase()))
    // A hosted project serves no pages from its own URL (supabase.com/docs/guides/functions/limits).
    .map(([name, value]) => (isPage && name.toLowerCase() === 'content-type' ? [name, 'text/plain'] : [name, value]));
  const region = request.headers['x-region'];
  headers.push(
    ['x-served-by', 'supabase-edge-runtime'],
    ['x-deno-execution-id', process.executionId],
    ['x-sb-edge-region', typeof region === 'string' ? region : 'local'],
    ['sb-request-id', request.id],
  );
  if ((response.statusCode ?? 500) >= 500) headers.push(['sb-error-code', 'EDGE_FUNCTION_ERROR']);
  return headers.flat();
}

function pairs(raw: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) result.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return result;
}
