import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { CONTRACT_VERSION } from '../contract/contract-version.ts';
import { baseConfig } from './base-config.ts';
import { BuildDescriptionPlugin } from './build-description-plugin.ts';

/**
 * What the federation plugin would define for its runtime. Remotes are entries, not federation manifests, so the
 * runtime's handling of manifests and snapshots is left out.
 */
const FEDERATION_RUNTIME = {
  // Containers use this copy of the runtime too: with a name of its own, it would take all of them for one build.
  FEDERATION_BUILD_IDENTIFIER: '""',
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
  FEDERATION_OPTIMIZE_NO_SHARED: 'false',
  ENV_TARGET: '"web"',
};

/** The module of the federation runtime for which no-federation-manifests.ts stands. */
const FEDERATION_MANIFESTS = /\/snapshot\/SnapshotHandler\.js$/;

/**
 * webpack's configuration of the shell. It sets federation up by its runtime alone: it knows no remote's address, and
 * hands the shared packages over itself, so the build has nothing to federate.
 */
export function shellConfig({ root, routerFacade }: {
  readonly root: string;
  /** File that exports the agreed names of react-router-dom: what every import of it gets, the shell's own too. */
  readonly routerFacade: string;
}): Configuration {
  const facade = path.join(root, routerFacade);
  const base = baseConfig({ root, name: 'shell' });
  return {
    ...base,
    // Two scripts: the first needs no React, and prepares for the remotes' entries while React is on its way.
    entry: { boot: './src/boot.ts', main: { import: './src/main.tsx', dependOn: 'boot' } },
    resolve: { ...base.resolve, alias: { 'react-router-dom$': facade } },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.DefinePlugin(FEDERATION_RUNTIME),
      new webpack.NormalModuleReplacementPlugin(FEDERATION_MANIFESTS, path.join(import.meta.dirname, 'no-federation-manifests.ts')),
      new BuildDescriptionPlugin({ name: 'shell', kind: 'shell', contract: CONTRACT_VERSION, routerFacade: facade }),
    ],
  };
}
