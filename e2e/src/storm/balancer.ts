import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';

/** An answer of a server, whole. */
interface WholeAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/**
 * Sends each request to one server after the other, as the balancer in front of a site does: what a server that dies leaves
 * unanswered goes to the next.
 */
export class Balancer {
  readonly #server: Server;
  readonly #ports: readonly number[];
  readonly port: number;
  #turn = 0;

  private constructor(port: number, ports: readonly number[]) {
    this.port = port;
    this.#ports = ports;
    this.#server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
  }

  static async start(port: number, ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(port, ports);
    balancer.#server.listen(port, 'localhost');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const sent = await buffer(incoming);
    for (let attempt = 0; attempt < this.#ports.length; attempt += 1) {
      const port = this.#ports[this.#turn % this.#ports.length];
      this.#turn += 1;
      try {
        const { status, headers, body } = await answerOf(incoming, sent, port);
        outgoing.writeHead(status, headers).end(body);
        return;
      } catch {
        // Dead, or dying: the next one.
      }
    }
    outgoing.writeHead(502).end();
  }
}

async function answerOf({ method, url, headers }: IncomingMessage, sent: Buffer, port: number | undefined): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request({ hostname: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
      buffer(answer).then((body) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body }), reject);
    });
    asking.once('error', reject);
    asking.end(sent);
  });
}
