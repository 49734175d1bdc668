import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as v from 'valibot';

const addressSchema = v.object({ port: v.number() });

/** A proxy in front of a project that can fail, and that counts requests. */
export class FaultyLine {
  readonly #server: Server;
  readonly #target: URL;
  #state: 'open' | 'cut' | 'silent' = 'open';
  #refused = 0;
  readonly #asked: string[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #held: { readonly part: string; readonly arrive: () => void; readonly released: Promise<void> }[] = [];

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing));
  }

  static async open(target: string): Promise<FaultyLine> {
    const line = new FaultyLine(target);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${v.parse(addressSchema, this.#server.address()).port}`;
  }

  /** Breaks all connections from now on. */
  cut(): void {
    this.#state = 'cut';
    this.#server.closeAllConnections();
  }

  /** Leaves all requests without a response from now on. */
  silence(): void {
    this.#state = 'silent';
  }

  restore(): void {
    this.#state = 'open';
  }

  /** How many requests for a path with this part were answered. */
  count(part: string): number {
    return this.#asked.filter((path) => path.includes(part)).length;
  }

  /** How many requests failed because the line was cut. */
  get refused(): number {
    return this.#refused;
  }

  /** Resolves after this many responses for a path with this part. */
  async answered(part: string, count: number): Promise<void> {
    while (this.count(part) < count) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Holds back the project's next response for a path with this part. `arrived` resolves when the project has given it. */
  hold(part: string): { readonly arrived: Promise<void>; readonly release: () => void } {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => this.#held.push({ part, arrive: resolve, released }));
    return { arrived, release };
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.#state === 'silent') return;
    if (this.#state === 'cut') {
      this.#refused += 1;
      incoming.socket.destroy();
      return;
    }
    const { method, url: path = '/', headers } = incoming;
    const passed = request({ hostname: this.#target.hostname, port: this.#target.port, method, path, headers }, (answer) => void this.#answer(path, answer, outgoing));
    passed.once('error', () => incoming.socket.destroy());
    incoming.pipe(passed);
  }

  async #answer(path: string, answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const index = this.#held.findIndex(({ part }) => path.includes(part));
    const [held] = index < 0 ? [] : this.#held.splice(index, 1);
    held?.arrive();
    await held?.released;
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    outgoing.once('finish', () => {
      this.#asked.push(path);
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    });
  }
}
