import type { SetupServer } from 'msw/node';
import type { Network, NetworkHandler } from './network.ts';

/**
 * A network that MSW intercepts: `fetch`, XMLHttpRequest and Node's `http`. MSW is loaded at the first connection, once
 * for all test files of the process.
 */
export class MswNetwork implements Network {
  #server: SetupServer | null = null;
  #handler: NetworkHandler | null = null;

  readonly connect = async (handler: NetworkHandler | null): Promise<void> => {
    this.#handler = handler;
    if (handler === null) {
      this.#server?.close();
      this.#server = null;
      return;
    }
    if (this.#server) return;
    const [{ setupServer }, { http, passthrough }] = await Promise.all([import('msw/node'), import('msw')]);
    this.#server = setupServer(
      http.all('*', async ({ request }) => {
        const respond = this.#handler;
        return respond ? ((await respond(request)) ?? Response.error()) : passthrough();
      }),
    );
    this.#server.listen({ onUnhandledRequest: 'bypass' });
  };
}
