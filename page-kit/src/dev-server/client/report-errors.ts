// With the extension: in the published package, which is an ES module, webpack resolves no path without it.
import hotEmitter from 'webpack/hot/emitter.js';
import { setLogLevel } from 'webpack/hot/log.js';
import { developmentErrors } from './development-errors.ts';

/** The arguments of a module's function: the module, its exports, and the function that requires others. */
interface ModuleExecution {
  factory: (...args: unknown[]) => unknown;
}

/** webpack's runtime. Only hot replacement provides `i`, the interceptors of every module's execution. */
declare const __webpack_require__: { readonly i?: ((execution: ModuleExecution) => void)[] };

/** The hash of the part's build that runs in the tab. */
declare const __webpack_hash__: string;

declare global {
  interface ImportMeta {
    /** Only with hot replacement. */
    readonly webpackHot?: { status(): string };
  }
}

// The first code of each part that is developed: it runs before all others.
const errors = developmentErrors();

// No event tells of an error while a module is evaluated: the shell catches it, to show a card to visitors.
__webpack_require__.i?.push((execution) => {
  const { factory } = execution;
  execution.factory = function evaluate(this: unknown, ...args: unknown[]) {
    try {
      return factory.apply(this, args);
    } catch (error) {
      // A failed replacement leaves the page as it was, and the next replacement may succeed.
      if (import.meta.webpackHot?.status() === 'apply') errors.report(error);
      else errors.reportFailedLoad(error);
      throw error;
    }
  };
});

// Most edits of a module's manifest cannot replace running code, and reload the page instead. That is no warning.
setLogLevel('error');

errors.onBuilt((hash) => {
  // webpack's own code (webpack/hot/dev-server) replaces what has changed, or reloads the page if that is impossible.
  if (import.meta.webpackHot) hotEmitter.emit('webpackHotUpdate', hash);
  else if (!hash.includes(__webpack_hash__)) location.reload();
});
