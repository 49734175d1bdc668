import * as v from 'valibot';
import type { Compilation, Module, ModuleGraph, NormalModule } from 'webpack';
import packageJson from '../../package.json' with { type: 'json' };
import { ROUTER_NAMES, SHARED_RANGES } from './shared-packages.ts';

/** The part of a build description that says what goes from the shell to a remote. */
export interface SharedUse {
  /** Of a remote the ranges that it asks for, of the shell the versions that it has; by package. */
  readonly shared: Readonly<Record<string, string>>;
  /** Names from react-router-dom: that a remote imports, or that the shell provides. */
  readonly routerNames: readonly string[];
}

const ROUTER = 'react-router-dom';

const consumedSchema = v.object({
  type: v.literal('consume-shared-module'),
  options: v.object({ shareKey: v.string() }),
});

const packageSchema = v.object({ name: v.string(), version: v.string() });

/**
 * What a remote takes from the shell, by its imports. A namespace import of the router counts as every name.
 */
export function consumedByRemote(compilation: Compilation, modules: Iterable<Module>): SharedUse {
  const shared: Record<string, string> = {};
  let routerNames: string[] = [];
  for (const module of modules) {
    const consumed = v.safeParse(consumedSchema, module);
    if (!consumed.success) continue;
    const { shareKey } = consumed.output.options;
    const range = Object.entries(SHARED_RANGES).find(([name]) => name === shareKey)?.[1];
    if (range === undefined) fail(compilation, `The build takes ${shareKey} from the shell, which does not provide it.`);
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
 * What the shell provides: the versions of the packages that it was built with, and the agreed names that its router
 * facade has. The build fails if a package is not in it.
 *
 * @param facade the facade's file
 */
export function providedByShell(compilation: Compilation, modules: Iterable<Module>, facade: string): SharedUse {
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
    if (version === undefined) fail(compilation, `The shell provides ${name} to the remotes, but its build does not contain it.`);
    else shared[name] = version;
  }
  return { shared, routerNames: ROUTER_NAMES.filter((name) => provided.includes(name)) };
}

/** webpack would not survive an error that is thrown where the modules are known. */
function fail(compilation: Compilation, message: string): void {
  compilation.errors.push(new compilation.compiler.webpack.WebpackError(message));
}

function isNormalModule(module: Module): module is NormalModule {
  return 'resourceResolveData' in module && 'resource' in module;
}

/** The package that a request such as `react/jsx-runtime` belongs to. */
function packageOf(request: string): string {
  return request.split('/').slice(0, request.startsWith('@') ? 2 : 1).join('/');
}
