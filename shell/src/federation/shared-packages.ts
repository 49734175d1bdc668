import { CONTRACT_VERSION } from '@atrium/page-kit/contract/contract-version';
import * as ui from '@atrium/page-kit/ui';
import type { types } from '@module-federation/runtime-core';
import React from 'react';
import ReactDOM from 'react-dom';
import * as jsxRuntime from 'react/jsx-runtime';
import * as router from 'react-router-dom';
import routerPackage from 'react-router-dom/package.json' with { type: 'json' };

/**
 * The packages that the shell provides to every remote: its own copies, there at once. They are handed to the
 * federation runtime as they are, not through the build's sharing, so that the shell itself imports them like any other
 * module and starts without looking them up.
 */
export const sharedPackages: Record<string, types.ShareArgs> = {
  react: provide(React.version, React),
  'react/jsx-runtime': provide(React.version, jsxRuntime),
  'react-dom': provide(ReactDOM.version, ReactDOM),
  'react-router-dom': provide(routerPackage.version, router),
  '@atrium/page-kit/ui': provide(CONTRACT_VERSION, ui),
};

function provide(version: string, exports: unknown): types.ShareArgs {
  return {
    version,
    lib: () => exports,
    scope: ['default'],
    strategy: 'loaded-first',
    shareConfig: { singleton: true, eager: true, requiredVersion: `^${version}` },
  };
}
