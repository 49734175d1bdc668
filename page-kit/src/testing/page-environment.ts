import { fillBrowserGaps } from '../jsdom/missing-features.ts';
import BrowserEnvironment from './browser-environment.ts';
import { fetchFrom } from './network/form-bodies.ts';
import { MswNetwork } from './network/msw-network.ts';
import { NETWORK_NAME } from './network/network.ts';

/** The browser for tests of page modules: with everything that their code can expect, and a network whose responses come from the tests. */
export default class PageEnvironment extends BrowserEnvironment {
  readonly #network = new MswNetwork();

  override async setup(): Promise<void> {
    await super.setup();
    if (this.dom) fillBrowserGaps(this.dom.window);
    Object.assign(this.global, { fetch: fetchFrom(this.global), [NETWORK_NAME]: this.#network });
  }

  override async teardown(): Promise<void> {
    await this.#network.connect(null);
    await super.teardown();
  }
}
