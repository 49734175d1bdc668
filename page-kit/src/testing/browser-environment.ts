import JSDOMEnvironment from 'jest-environment-jsdom';
import { partsFromNode } from '../jsdom/parts-from-node.ts';
import { fetchFrom } from './form-bodies.ts';
import { MswNetwork } from './msw-network.ts';
import { NETWORK_NAME } from './network.ts';

/** jsdom, with the parts of the web platform that it lacks taken from Node, and a network that tests answer. */
export default class BrowserEnvironment extends JSDOMEnvironment {
  readonly #network = new MswNetwork();

  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { ...partsFromNode, fetch: fetchFrom(this.global), [NETWORK_NAME]: this.#network });
    Object.defineProperty(this.global, 'crypto', { value: crypto, configurable: true });
  }

  override async teardown(): Promise<void> {
    await this.#network.connect(null);
    await super.teardown();
  }
}
