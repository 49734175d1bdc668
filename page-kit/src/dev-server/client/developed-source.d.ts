/** The module under development: `src/module.ts` in its folder. */
declare module 'atrium-developed-module' {
  import type { PageModule } from '@atrium/page-kit/contract/page-module';

  const module: PageModule;
  export default module;
}

/** Tells webpack's own code for hot replacement about a new build. */
declare module 'webpack/hot/emitter.js' {
  const emitter: { emit(event: 'webpackHotUpdate', hash: string): void };
  export default emitter;
}

/** The messages of webpack's own code for hot replacement on the console. */
declare module 'webpack/hot/log.js' {
  export function setLogLevel(level: 'error'): void;
}
