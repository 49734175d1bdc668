import JSDOMEnvironment from 'jest-environment-jsdom';
import { acceptNodeSignals, addDialogMethods, LAYOUT_OBSERVERS, NODE_GLOBALS, noMedia } from '../jsdom/missing-features.ts';
import { rememberStyles } from '../jsdom/remembered-styles.ts';

/** jsdom, with the missing parts of the web platform taken from Node. */
export default class BrowserEnvironment extends JSDOMEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { ...NODE_GLOBALS, ...LAYOUT_OBSERVERS, fetch, matchMedia: noMedia });
    addDialogMethods(this.global);
    acceptNodeSignals(this.global);
    rememberStyles(this.global);
    Object.defineProperty(this.global, 'crypto', { value: crypto, configurable: true });
  }
}
