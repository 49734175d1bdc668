import JSDOMEnvironment from 'jest-environment-jsdom';
import { takeNodeSignals } from '../jsdom/abort-signals.ts';
import { teachDialogs } from '../jsdom/dialogs.ts';
import { partsFromNode } from '../jsdom/parts-from-node.ts';

/** jsdom, with the missing parts of the web platform taken from Node. */
export default class BrowserEnvironment extends JSDOMEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { ...partsFromNode, fetch });
    teachDialogs(this.global);
    takeNodeSignals(this.global);
    Object.defineProperty(this.global, 'crypto', { value: crypto, configurable: true });
  }
}
