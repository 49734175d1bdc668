import { CONTRACT_VERSION } from '@atrium/page-kit/contract/contract-version';
import type { types } from '@module-federation/runtime-core';
import reactDomPackage from 'react-dom/package.json' with { type: 'json' };
import routerPackage from 'react-router-dom/package.json' with { type: 'json' };
import reactPackage from 'react/package.json' with { type: 'json' };

/** The exports of each package that the shell provides to every remote. */
export interface SharedExports {
  readonly react: unknown;
  readonly 'react/jsx-runtime': unknown;
  readonly 'react-dom': unknown;
  readonly 'react-router-dom': unknown;
  readonly '@atrium/page-kit/ui': unknown;
  /** A function that loads it: no first screen of ours needs it. */
  readonly '@atrium/page-kit/site': () => Promise<unknown>;
}

/** The shared package that is loaded when somebody needs it. */
export const LATER = '@atrium/page-kit/site';

let provide: (exports: SharedExports) => void;
const provided = new Promise<SharedExports>((resolve) => {
  provide = resolve;
});

/** Hands over the shell's own copies as soon as they are there. Remotes whose code needs them wait until then. */
export function provideSharedPackages(exports: SharedExports): void {
  provide(exports);
}

/**
 * The shared packages as the federation runtime takes them. They are handed to it as they are, not through the build's
 * sharing, so that the shell itself imports them like any other module.
 */
export const sharedPackages: Record<keyof SharedExports, types.ShareArgs> = {
  react: share('react', reactPackage.version),
  'react/jsx-runtime': share('react/jsx-runtime', reactPackage.version),
  'react-dom': share('react-dom', reactDomPackage.version),
  'react-router-dom': share('react-router-dom', routerPackage.version),
  '@atrium/page-kit/ui': share('@atrium/page-kit/ui', CONTRACT_VERSION),
  '@atrium/page-kit/site': share('@atrium/page-kit/site', CONTRACT_VERSION),
};

function share(name: keyof SharedExports, version: string): types.ShareArgs {
  return {
    version,
    get: async () => {
      const provides = await provided;
      const exports = name === LATER ? await provides[name]() : provides[name];
      return () => exports;
    },
    scope: ['default'],
    strategy: 'loaded-first',
    shareConfig: { singleton: true, eager: false, requiredVersion: `^${version}` },
  };
}
