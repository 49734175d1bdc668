import { CONTRACT_VERSION } from '@atrium/page-kit/contract/contract-version';
import reactDomPackage from 'react-dom/package.json' with { type: 'json' };
import routerPackage from 'react-router-dom/package.json' with { type: 'json' };
import reactPackage from 'react/package.json' with { type: 'json' };
import type { ShareScope, SharedPackage } from './federation-instance.ts';

/** The exports of each package that the shell provides to every remote. */
interface SharedExports {
  readonly react: unknown;
  readonly 'react/jsx-runtime': unknown;
  readonly 'react-dom': unknown;
  readonly 'react-router-dom': unknown;
  readonly '@atrium/page-kit/ui': unknown;
  /** Functions that load the exports: no first screen needs these. */
  readonly '@atrium/page-kit/site': () => Promise<unknown>;
  readonly '@atrium/page-kit/primitives': () => Promise<unknown>;
}

let provide: (exports: SharedExports) => void;
const provided = new Promise<SharedExports>((resolve) => {
  provide = resolve;
});

/** Provides the shell's own copies once they have loaded. Remotes that need them wait until then. */
export function provideSharedPackages(exports: SharedExports): void {
  provide(exports);
}

const VERSIONS: Readonly<Record<keyof SharedExports, string>> = {
  react: reactPackage.version,
  'react/jsx-runtime': reactPackage.version,
  'react-dom': reactDomPackage.version,
  'react-router-dom': routerPackage.version,
  '@atrium/page-kit/ui': CONTRACT_VERSION,
  '@atrium/page-kit/site': CONTRACT_VERSION,
  '@atrium/page-kit/primitives': CONTRACT_VERSION,
};

/** Whether a shared package loads on first use. */
export function isLazy(name: string): name is '@atrium/page-kit/site' | '@atrium/page-kit/primitives' {
  return name.endsWith('/site') || name.endsWith('/primitives');
}

/**
 * The shared packages in the federation runtime's format. They do not go through the build's sharing, so that the shell
 * itself imports them like any other module.
 */
export const sharedPackages: ShareScope = Object.fromEntries(
  Object.entries(VERSIONS).map(([name, version]) => [name, { [version]: share(name, version) }]),
);

function share(name: string, version: string): SharedPackage {
  return {
    version,
    from: 'shell',
    async get() {
      try {
        const provides = await provided;
        const exports: unknown = isLazy(name) ? await provides[name]() : Reflect.get(provides, name);
        return () => exports;
      } catch (error) {
        // A runtime of a container keeps the load in this record, and would never retry a failed one.
        this.loading = null;
        throw error;
      }
    },
    scope: ['default'],
    strategy: 'loaded-first',
    useIn: [],
    deps: [],
    shareConfig: { singleton: true, eager: false, requiredVersion: `^${version}`, strictVersion: false },
  };
}
