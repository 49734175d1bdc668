import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { roleOfKey } from '../http/gateway.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import { protocolVersions } from './frames/message.ts';
import type { Realtime } from './realtime.ts';

const path = '/realtime/v1/websocket';
const versionSchema = v.picklist(protocolVersions);

/** Takes WebSockets at `/realtime/v1/websocket`, from any origin, as hosted: a key is needed, a cookie is never used. */
export function registerUpgrade(server: Server, realtime: Realtime, keys: ApiKeys): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    const address = request.url ?? '/';
    const url = URL.canParse(address, 'http://localhost') ? new URL(address, 'http://localhost') : undefined;
    if (url?.pathname !== path) return refuse(socket, '404 Not Found', `WebSockets are at ${path} only.`);
    const header = request.headers['x-api-key'];
    const key = typeof header === 'string' ? header : url.searchParams.get('apikey');
    if (key === null || key === '') return refuse(socket, '401 Unauthorized', 'API key is missing');
    const keyRole = roleOfKey(keys, key);
    if (!keyRole) return refuse(socket, '401 Unauthorized', 'The API key is not one of this project.');
    if (keyRole === 'service_role' && request.headers.origin !== undefined) return refuse(socket, '401 Unauthorized', 'Forbidden use of secret API key in browser');
    const version = v.safeParse(versionSchema, url.searchParams.get('vsn') ?? '1.0.0');
    if (!version.success) return refuse(socket, '400 Bad Request', `vsn must be ${protocolVersions.join(' or ')}.`);
    if (!realtime.hasRoom) return refuse(socket, '429 Too Many Requests', 'Too many connected users');
    realtime.accept(request, socket, head, { version: version.output, keyRole });
  });
}

function refuse(socket: Duplex, status: string, error: string): void {
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${String(Buffer.byteLength(body))}\r\nconnection: close\r\n\r\n${body}`,
  );
}
