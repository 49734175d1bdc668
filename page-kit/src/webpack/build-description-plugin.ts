import { RELEASE_PLACEHOLDER } from '@atrium/releases/release-manifest';
import type { Compilation, Compiler } from 'webpack';
import type { ModuleManifest } from '../contract/module-manifest.ts';
import { containerGlobal } from './container-global.ts';
import { filesOfChunks } from './files-of-chunks.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { consumedByRemote, providedByShell, type SharedUse } from './shared-use.ts';

/** What the build cannot find out by itself. */
export interface BuildDescriptionOptions {
  readonly name: string;
  readonly kind: 'shell' | 'auth-remote' | 'page-module';
  readonly contract: string;
  readonly manifest?: ModuleManifest;
  /** File that each exposed module is made of, keyed by its name, such as `./module`. */
  readonly exposes?: Readonly<Record<string, string>>;
  /** Request of each route's dynamic import, keyed by route. */
  readonly routeImports?: ReadonlyMap<string, string>;
  /** File of the shell's router facade. */
  readonly routerFacade?: string;
}

/** Writes `build.json` into the output: what a release has to say about itself (schema in `@atrium/releases`). */
export class BuildDescriptionPlugin {
  readonly #options: BuildDescriptionOptions;

  constructor(options: BuildDescriptionOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('BuildDescriptionPlugin', (compilation) => {
      let use: SharedUse = { shared: {}, routerNames: [] };
      // Later, modules are joined to larger ones and cannot be told apart.
      compilation.hooks.afterOptimizeDependencies.tap('BuildDescriptionPlugin', (modules) => {
        const { routerFacade } = this.#options;
        use = routerFacade ? providedByShell(compilation, modules, routerFacade) : consumedByRemote(compilation, modules);
      });
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'BuildDescriptionPlugin', stage }, () => {
        const description = JSON.stringify({ ...this.#describe(compilation), ...use }, null, 2);
        compilation.emitAsset('build.json', new sources.RawSource(description));
      });
    });
  }

  #describe(compilation: Compilation): object {
    const { name, kind, contract, manifest, exposes = {}, routeImports = new Map() } = this.#options;
    const isShell = kind === 'shell';
    const entrypoints = [...compilation.entrypoints].filter(([entry]) => isShell || entry === containerGlobal(name));
    if (entrypoints.length === 0) throw new Error(`The build of ${name} has no entry.`);
    const initial = filesOfChunks(entrypoints.flatMap(([, { chunks }]) => chunks));
    return {
      schema: 2,
      name,
      kind,
      placeholder: RELEASE_PLACEHOLDER,
      entry: initial.scripts.at(-1),
      global: isShell ? '' : containerGlobal(name),
      ...(isShell && { initial }),
      exposes: requiredFiles(compilation, Object.entries(exposes)),
      routes: requiredFiles(compilation, [...routeImports]),
      languages: languageFiles(compilation),
      ...(manifest && { moduleManifest: manifest }),
      contract,
      // Pinned exactly, so what package.json asks for is what runs.
      federation: packageJson.dependencies['@module-federation/enhanced'],
    };
  }
}

/** What each name needs, by the request of the dynamic import that loads it. */
function requiredFiles(compilation: Compilation, imports: readonly (readonly [string, string])[]) {
  return Object.fromEntries(
    imports.map(([name, request]) => {
      const group = compilation.chunkGroups.find(({ origins }) => origins.some((origin) => origin.request === request));
      if (!group) throw new Error(`Nothing in the build imports ${request}.`);
      return [name, filesOfChunks(group.chunks)];
    }),
  );
}

/** What each language of the texts needs, by its tag: see `Languages` in the page contract. The compiler may have rewritten the extension. */
function languageFiles(compilation: Compilation) {
  const requests = compilation.chunkGroups.flatMap(({ origins }) => origins.map(({ request }) => request));
  return requiredFiles(
    compilation,
    [...new Set(requests)].flatMap((request) => {
      const [, tag] = /^\.\/languages\/([\w-]+)\.[jt]s$/.exec(request) ?? [];
      return tag === undefined ? [] : [[tag, request] as const];
    }),
  );
}
