/** The module under development: `src/module.ts` in its folder. */
declare module 'atrium-developed-module' {
  import type { PageModule } from '@atrium/page-kit/contract/page-module';

  const module: PageModule;
  export default module;
}
