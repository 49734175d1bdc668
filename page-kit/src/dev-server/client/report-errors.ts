import { developmentErrors } from './development-errors.ts';

/** The arguments of a module's function: the module, its exports, and the function that requires others. */
interface ModuleExecution {
  factory: (...args: unknown[]) => unknown;
}

/** webpack's runtime. Only hot replacement provides `i`, the interceptors of every module's execution. */
declare const __webpack_require__: { readonly i?: ((execution: ModuleExecution) => void)[] };

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
