import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FunctionProcess } from './function-process.ts';
import { GatewayError } from './gateway-error.ts';

/** Headers of one connection, which mean nothing to the next reader. `transfer-encoding` stays, so that bodies of every method have a frame. */
const HOP_BY_HOP_HEADERS = new Set(['connection', 'keep-alive', 'upgrade', 'expect', 'proxy-authorization', 'proxy-authenticate']);
/** Headers that only the gateway may set. */
const GATEWAY_HEADERS = /^x-forwarded-|^sb-|^x-served-by$|^x-deno-execution-id$|^x-sb-edge-region$/;

/** Hands a call over to a function's process, and its answer back, both while they arrive. @throws GatewayError */
export async function forwardCall(request: FastifyRequest, reply: FastifyReply, process: FunctionProcess, wallClockMilliseconds: number): Promise<void> {
  const end = process.begin();
  // Whoever called may have left while the function started: nothing would tell of it any more.
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
    const answer = await exchange(request.raw, outgoing);
    reply.hijack();
    reply.raw.writeHead(answer.statusCode ?? 500, responseHeaders(answer, request, process));
    reply.raw.flushHeaders();
    // What breaks off on the way breaks off here as well: its status is long sent.
    await pipeline(answer, reply.raw).catch(() => reply.raw.destroy());
  } catch (cause) {
    if (limit.signal.aborted) throw new GatewayError('IDLE_TIMEOUT', { detail: ` (${String(wallClockMilliseconds / 1000)}s)`, cause });
    throw new GatewayError(reply.raw.destroyed ? 'WORKER_ERROR' : await process.reasonOfLoss(), { cause });
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** Resolves with the head of the answer. */
function exchange(incoming: IncomingMessage, outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.on('error', (error) => {
      // The rest of the call is read, so that whoever sends it gets to read the answer.
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

function responseHeaders(answer: IncomingMessage, request: FastifyRequest, process: FunctionProcess): string[] {
  const isPage = request.method === 'GET' && /^text\/html\b/i.test(answer.headers['content-type'] ?? '');
  const headers = pairs(answer.rawHeaders)
    .filter(([name]) => !HOP_BY_HOP_HEADERS.has(name.toLowerCase()) && !GATEWAY_HEADERS.test(name.toLowerCase()))
    // A hosted project serves no pages from its own address (supabase.com/docs/guides/functions/limits).
    .map(([name, value]) => (isPage && name.toLowerCase() === 'content-type' ? [name, 'text/plain'] : [name, value]));
  const region = request.headers['x-region'];
  headers.push(
    ['x-served-by', 'supabase-edge-runtime'],
    ['x-deno-execution-id', process.executionId],
    ['x-sb-edge-region', typeof region === 'string' ? region : 'local'],
    ['sb-request-id', request.id],
  );
  if ((answer.statusCode ?? 500) >= 500) headers.push(['sb-error-code', 'EDGE_FUNCTION_ERROR']);
  return headers.flat();
}

function pairs(raw: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) result.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return result;
}
