import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';
import JSDOMEnvironment from 'jest-environment-jsdom';

/** jsdom, with the parts of the web platform that it lacks taken from Node. */
export default class BrowserEnvironment extends JSDOMEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, {
      AbortController,
      AbortSignal,
      BroadcastChannel: QuietBroadcastChannel,
      Headers,
      Request,
      Response,
      TextDecoder,
      TextEncoder,
      fetch,
      structuredClone,
    });
    Object.defineProperty(this.global, 'crypto', { value: crypto, configurable: true });
  }
}

/** A channel that nobody closes must not keep the tests from ending. */
class QuietBroadcastChannel extends NodeBroadcastChannel {
  constructor(name: string) {
    super(name);
    this.unref();
  }
}
