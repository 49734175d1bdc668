import * as v from 'valibot';
import WebSocket from 'ws';
import { Received } from './backend.ts';

const frameSchema = v.tuple([v.nullable(v.string()), v.nullable(v.string()), v.string(), v.string(), v.record(v.string(), v.unknown())]);

/** A message on the wire. */
export type Frame = v.InferOutput<typeof frameSchema>;

/** A socket without a client library, for messages that no client would send. */
export class Wire {
  readonly socket: WebSocket;
  readonly received = new Received<Frame>();
  /** The close code of the connection. */
  readonly closed: Promise<number>;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) this.received.add(v.parse(frameSchema, JSON.parse(data.toString('utf8'))));
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
  }

  /** Connects. Rejects with the HTTP status of a refusal. */
  static async connect(apiUrl: string, query: Record<string, string>, path = '/realtime/v1/websocket'): Promise<Wire> {
    const address = new URL(path, apiUrl.replace('http', 'ws'));
    address.search = new URLSearchParams(query).toString();
    const socket = new WebSocket(address);
    const wire = new Wire(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_request, response) => {
        reject(new Error(String(response.statusCode)));
        response.resume();
      });
    });
    return wire;
  }

  send(...frame: [joinRef: string | null, ref: string | null, topic: string, event: string, payload?: object]): void {
    this.socket.send(JSON.stringify([...frame.slice(0, 4), frame[4] ?? {}]));
  }

  /** Sends a message and waits for its reply. */
  async ask(ref: string, topic: string, event: string, payload: object = {}, joinRef = ref): Promise<unknown> {
    this.send(joinRef, ref, topic, event, payload);
    const [, , , , reply] = await this.received.until(([, of, , kind]) => of === ref && kind === 'phx_reply');
    return reply;
  }
}
