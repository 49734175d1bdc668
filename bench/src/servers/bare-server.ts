import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import path from 'node:path';
import * as v from 'valibot';
import type { RunningSite } from './real-site.ts';

/** Headers that Node adds to every response itself. */
const NODE_HEADERS: ReadonlySet<string> = new Set(['connection', 'date', 'keep-alive']);

/** The responses of a bare server, by the path of the request. */
export const responsesSchema = v.map(v.string(), v.object({ headers: v.record(v.string(), v.union([v.string(), v.array(v.string())])), body: v.instance(Uint8Array) }));

const addressSchema = v.object({ port: v.number() });

/**
 * Starts a server in a process of its own that uses nothing but `node:http`, and serves some paths with the same bytes and
 * headers as another server: the most that a server of these responses can do.
 * @param real URL of the other server
 * @param headers of the requests to it
 */
export async function startBareServer(real: string, paths: readonly string[], headers: Readonly<Record<string, string>>): Promise<RunningSite> {
  const responses: v.InferInput<typeof responsesSchema> = new Map();
  for (const address of paths) responses.set(address, await responseTo(real + address, headers));
  const child = fork(path.join(import.meta.dirname, 'bare-server-process.ts'), { serialization: 'advanced' });
  child.send(responses);
  const messages: unknown[] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${v.parse(addressSchema, messages[0]).port}`,
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** The response with its body as it was sent, which `fetch` would decompress. */
async function responseTo(url: string, headers: Readonly<Record<string, string>>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).once('error', reject);
  });
  const own = Object.entries(response.headers).flatMap(([name, value]) => (value === undefined || NODE_HEADERS.has(name) ? [] : [[name, value] as const]));
  return { headers: Object.fromEntries(own), body: new Uint8Array(await buffer(response)) };
}
