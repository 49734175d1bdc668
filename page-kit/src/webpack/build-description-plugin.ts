import { rmSync } from 'node:fs';
import path from 'node:path';
import { BUILD_DESCRIPTION_FILE, RELEASE_PLACEHOLDER } from '@atrium/releases/model';
import * as v from 'valibot';
import type { Chunk, Compilation, Compiler, Module, ModuleGraph, NormalModule } from 'webpack';
import packageJson from '../../package.json' with { type: 'json' };
import type { ModuleManifest } from '../contract/module-manifest.ts';
import { ROUTER_NAMES, SHARED_RANGES } from './shared-packages.ts';

const ROUTER = 'react-router-dom';

const consumedSchema = v.object({
  type: v.literal('consume-shared-module'),
  options: v.object({ shareKey: v.string() }),
});

const packageSchema = v.object({ name: v.string(), version: v.string() });

/** Removes the description of an older build: commands must not judge it after a failed one. */
export function discardBuild(outputPath: string): void {
  rmSync(path.join(outputPath, BUILD_DESCRIPTION_FILE), { force: true });
}

/** Name of the variable in which a remote's entry leaves its container. Each release has its own. */
export function containerGlobal(remote: string, release: string): string {
  return `atrium_${remote.replaceAll('-', '_')}_${release}`;
}

/** Name of the script that sets {@link containerGlobal}. */
export function entryFile(release: string): string {
  return `entry.${release}.js`;
}

/** What the plugin cannot read from the build itself. */
export interface BuildDescriptionOptions {
  readonly name: string;
  readonly kind: 'shell' | 'auth-remote' | 'page-module';
  readonly contract: string;
  /** Variable of the remote's container, which is also the name of its entry. The shell has none. */
  readonly global?: string;
  readonly manifest?: ModuleManifest;
  /** File of each exposed module, by its name, such as `./module`. */
  readonly exposes?: Readonly<Record<string, string>>;
  /** Request of each route's dynamic import, by route. */
  readonly routeImports?: ReadonlyMap<string, string>;
  /** Type of each slot's props. */
  readonly slotProps?: Readonly<Record<string, string>>;
  /** File of the shell's router facade. */
  readonly routerFacade?: string;
}

/** Writes `build.json`, the description of a build that its release is made from (schema in `@atrium/releases`). */
export class BuildDescriptionPlugin {
  readonly #options: BuildDescriptionOptions;

  constructor(options: BuildDescriptionOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.beforeRun.tap('BuildDescriptionPlugin', ({ outputPath }) => discardBuild(outputPath));
    compiler.hooks.thisCompilation.tap('BuildDescriptionPlugin', (compilation) => {
      let use: SharedUse = { shared: {}, routerNames: [] };
      // After this hook, modules are concatenated and can no longer be distinguished.
      compilation.hooks.afterOptimizeDependencies.tap('BuildDescriptionPlugin', (modules) => {
        const { routerFacade } = this.#options;
        use = routerFacade ? providedByShell(compilation, modules, routerFacade) : consumedByRemote(compilation, modules);
      });
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'BuildDescriptionPlugin', stage }, () => {
        const description = JSON.stringify({ ...this.#describe(compilation), ...use }, null, 2);
        compilation.emitAsset(BUILD_DESCRIPTION_FILE, new sources.RawSource(description));
      });
    });
  }

  #describe(compilation: Compilation): object {
    const { name, kind, contract, global, manifest, exposes = {}, routeImports = new Map(), slotProps = {} } = this.#options;
    const entrypoints = [...compilation.entrypoints].filter(([entry]) => global === undefined || entry === global);
    if (entrypoints.length === 0) throw new Error(`The build of ${name} has no entry.`);
    const initial = filesOfChunks(entrypoints.flatMap(([, { chunks }]) => chunks));
    return {
      schema: 2,
      name,
      kind,
      placeholder: RELEASE_PLACEHOLDER,
      entry: initial.scripts.at(-1),
      global: global ?? '',
      ...(kind === 'shell' && { initial }),
      exposes: requiredFiles(compilation, Object.entries(exposes)),
      routes: requiredFiles(compilation, [...routeImports], importedIn(compilation, /^module\.tsx?$/)),
      languages: languageFiles(compilation, kind === 'page-module' ? importedIn(compilation, /\.tsx?$/) : undefined),
      ...(manifest && { moduleManifest: manifest }),
      ...(Object.keys(slotProps).length > 0 && { slotProps }),
      contract,
      // package.json pins the exact version.
      federation: packageJson.dependencies['@module-federation/enhanced'],
    };
  }
}

/** Files that the browser needs before a piece of code can run, in loading order. */
export interface RequiredFiles {
  readonly scripts: string[];
  readonly styles: string[];
}

/** The scripts and style sheets of some chunks, without the hot updates of a development server. */
export function filesOfChunks(chunks: readonly Chunk[]): RequiredFiles {
  const files = [...new Set(chunks.flatMap((chunk) => [...chunk.files]))];
  return {
    scripts: files.filter((file) => file.endsWith('.js') && !file.endsWith('.hot-update.js')),
    styles: files.filter((file) => file.endsWith('.css')),
  };
}

/** Where a group of chunks is imported. */
type Origin = Compilation['chunkGroups'][number]['origins'][number];

/**
 * Finds the imports in certain files of `src` itself, where a module lists its routes and languages. Other files can import another
 * file by the same request.
 */
function importedIn({ compiler }: Compilation, name: RegExp): (origin: Origin) => boolean {
  const source = path.join(compiler.context, 'src');
  return ({ module }) => {
    const file = module?.nameForCondition() ?? '';
    return path.dirname(file) === source && name.test(path.basename(file));
  };
}

const anywhere = (_origin: Origin): boolean => true;

/** The files of each dynamic import, by name. @param imports names and requests @param counts whether an import with such a request is meant */
function requiredFiles(compilation: Compilation, imports: readonly (readonly [string, string])[], counts = anywhere) {
  return Object.fromEntries(
    imports.map(([name, request]) => [name, filesOfChunks(chunksOfImport(compilation, request, counts))]),
  );
}

/** The chunks of a dynamic import, or of an exposed module. @param counts whether an import with that request is meant */
export function chunksOfImport(compilation: Compilation, request: string, counts: (origin: Origin) => boolean = anywhere): readonly Chunk[] {
  const group = compilation.chunkGroups.find(({ origins }) => origins.some((origin) => origin.request === request && counts(origin)));
  if (!group) throw new Error(`Nothing in the build imports ${request}.`);
  return group.chunks;
}

/** The files of each language, by its tag: see `Languages` in the page contract. The compiler may have rewritten the extension. */
function languageFiles(compilation: Compilation, counts: (origin: Origin) => boolean = anywhere) {
  const requests = compilation.chunkGroups.flatMap(({ origins }) => origins.filter(counts).map(({ request }) => request));
  return requiredFiles(
    compilation,
    [...new Set(requests)].flatMap((request) => {
      const [, tag] = /^\.\/languages\/([\w-]+)\.[jt]s$/.exec(request) ?? [];
      return tag === undefined ? [] : [[tag, request] as const];
    }),
    counts,
  );
}

/** The part of a build description about what the shell shares with remotes. */
interface SharedUse {
  /** By package: the version ranges that a remote needs, or the versions that the shell has. */
  readonly shared: Readonly<Record<string, string>>;
  /** Names from react-router-dom that a remote imports, or that the shell provides. */
  readonly routerNames: readonly string[];
}

/** What a remote imports from the shell. A namespace import of the router counts as every name. */
function consumedByRemote(compilation: Compilation, modules: Iterable<Module>): SharedUse {
  const shared: Record<string, string> = {};
  let routerNames: string[] = [];
  for (const module of modules) {
    const consumed = v.safeParse(consumedSchema, module);
    if (!consumed.success) continue;
    const { shareKey } = consumed.output.options;
    const range = Object.entries(SHARED_RANGES).find(([name]) => name === shareKey)?.[1];
    if (range === undefined) addError(compilation, `The build takes ${shareKey} from the shell, which does not provide it.`);
    else shared[shareKey] = range;
    if (shareKey === ROUTER) routerNames = importedNames(compilation.moduleGraph, module);
  }
  return { shared, routerNames };
}

function importedNames(moduleGraph: ModuleGraph, module: Module): string[] {
  const names = new Set<string>();
  for (const { dependency } of moduleGraph.getIncomingConnections(module)) {
    for (const referenced of dependency?.getReferencedExports(moduleGraph, undefined) ?? []) {
      const [name] = Array.isArray(referenced) ? referenced : referenced.name;
      if (name === undefined) return [...ROUTER_NAMES];
      names.add(name);
    }
  }
  return [...names].sort();
}

/**
 * What the shell provides: the versions of the shared packages in its build, and those of the agreed names that its router
 * facade exports. A missing package fails the build.
 *
 * @param facade the facade's file
 */
function providedByShell(compilation: Compilation, modules: Iterable<Module>, facade: string): SharedUse {
  const versions = new Map([[packageJson.name, packageJson.version]]);
  let provided: readonly string[] = [];
  for (const module of modules) {
    if (!isNormalModule(module)) continue;
    const described = v.safeParse(packageSchema, module.resourceResolveData?.descriptionFileData);
    if (described.success) versions.set(described.output.name, described.output.version);
    if (module.resource !== facade) continue;
    const exported = compilation.moduleGraph.getExportsInfo(module).getProvidedExports();
    provided = Array.isArray(exported) ? exported : [];
  }
  const shared: Record<string, string> = {};
  for (const name of Object.keys(SHARED_RANGES)) {
    const version = versions.get(packageOf(name));
    if (version === undefined) addError(compilation, `The shell must provide ${name} to the remotes, but its build does not contain it.`);
    else shared[name] = version;
  }
  return { shared, routerNames: ROUTER_NAMES.filter((name) => provided.includes(name)) };
}

/** Errors are added, not thrown: webpack crashes if this hook throws. */
function addError(compilation: Compilation, message: string): void {
  compilation.errors.push(new compilation.compiler.webpack.WebpackError(message));
}

function isNormalModule(module: Module): module is NormalModule {
  return 'resourceResolveData' in module && 'resource' in module;
}

/** The package of a request such as `react/jsx-runtime`. */
function packageOf(request: string): string {
  return request.split('/').slice(0, request.startsWith('@') ? 2 : 1).join('/');
}
