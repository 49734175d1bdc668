/** Makes the exports of a module. */
type Factory = () => unknown;

/**
 * A shared package in a share scope. Every runtime of Module Federation reads and writes this format (`Shared` in
 * https://github.com/module-federation/core/blob/main/packages/runtime-core/src/type/config.ts).
 */
export interface SharedPackage {
  readonly version: string;
  /** Name of the instance that provides it. */
  readonly from: string;
  readonly scope: readonly string[];
  readonly strategy: 'loaded-first';
  readonly shareConfig: { readonly singleton: boolean; readonly eager: boolean; readonly requiredVersion: string; readonly strictVersion: boolean };
  readonly useIn: string[];
  readonly deps: string[];
  get: () => Promise<Factory>;
  loading?: Promise<Factory> | null;
  loaded?: boolean;
  lib?: Factory;
}

/** Shared packages by name and version. */
export type ShareScope = Record<string, Record<string, SharedPackage>>;

/** A remote's entry as Module Federation defines it. */
export interface Container {
  init(scope: ShareScope, initScope: readonly object[], options: object): unknown;
  get(expose: string): Promise<Factory>;
}

/** What a container requires of a shared package. */
interface Consumption {
  readonly customShareInfo: { readonly shareConfig: { readonly requiredVersion?: string | false; readonly strictVersion?: boolean } };
}

/** A container needs a shared package that the shell does not provide, or another version of it. */
class SharedPackageError extends Error {
  override readonly name = 'SharedPackageError';
}

/** The only share scope. */
const SCOPE = 'default';

/** Containers that have been initialised, which happens once in a tab. */
const initialised = new WeakMap<Container, Promise<unknown>>();

/**
 * The part of Module Federation's runtime that the shell and the containers of page-kit's preset need: singletons that the shell
 * provides, and remotes that the shell finds. It has the methods that the bundler's part of the runtime calls
 * (@module-federation/webpack-bundler-runtime). docs/decisions/module-federation.md says what it leaves out.
 */
export class FederationInstance {
  readonly name: string;
  readonly options: { readonly name: string; readonly shareStrategy: 'loaded-first' };
  readonly shareScopeMap: Record<string, ShareScope>;
  readonly #findContainer: (remote: string) => Promise<Container>;

  /** @param findContainer finds the container of a remote by the name under which modules import it */
  constructor(name: string, findContainer: (remote: string) => Promise<Container>, scope: ShareScope = {}) {
    this.name = name;
    this.options = { name, shareStrategy: 'loaded-first' };
    this.shareScopeMap = { [SCOPE]: scope };
    this.#findContainer = findContainer;
  }

  /** Uses the packages of the host, which initialises the container. */
  useScope(scope: ShareScope): void {
    this.shareScopeMap[SCOPE] = scope;
  }

  /**
   * Loads a shared package. Resolves to false if there is none, and the container then uses its own copy, if it has one.
   * @throws {SharedPackageError} if a container insists on another version
   */
  async loadShare(name: string, { customShareInfo: { shareConfig } }: Consumption): Promise<Factory | false> {
    const shared = this.#find(name);
    if (!shared) return false;
    const { requiredVersion, strictVersion } = shareConfig;
    if (requiredVersion && !satisfies(shared.version, requiredVersion)) {
      const problem = `${this.name} needs ${name} ${requiredVersion}, but the shell has ${shared.version}.`;
      if (strictVersion) throw new SharedPackageError(problem);
      console.warn(problem);
    }
    if (!shared.useIn.includes(this.name)) shared.useIn.push(this.name);
    return loadShared(shared);
  }

  /** @throws {SharedPackageError} if the package has not been loaded yet */
  loadShareSync(name: string): Factory {
    const factory = this.#find(name)?.lib;
    if (!factory) throw new SharedPackageError(`${this.name} needs ${name} before it has loaded. Import it in a file that loads on use.`);
    return factory;
  }

  /**
   * Loads what a remote exposes, such as `auth/auth`.
   * @param options `loadFactory: false` resolves to the function that makes the exports
   */
  async loadRemote(id: string, { loadFactory = true }: { readonly loadFactory?: boolean } = {}): Promise<unknown> {
    const [remote = '', ...expose] = id.split('/');
    const factory = await this.loadExposed(await this.#findContainer(remote), `./${expose.join('/')}`);
    return loadFactory ? factory() : factory;
  }

  /** Loads what a container exposes, such as `./module`. A container that could not be initialised is initialised again. */
  async loadExposed(container: Container, expose: string): Promise<Factory> {
    const begun = initialised.get(container) ?? this.#initialise(container);
    initialised.set(container, begun);
    await begun.catch((error: unknown) => {
      initialised.delete(container);
      throw error;
    });
    return container.get(expose);
  }

  async #initialise(container: Container): Promise<void> {
    const options = { version: '', shareScopeKeys: SCOPE };
    // Containers copy the enumerable options into their own.
    Object.defineProperty(options, 'shareScopeMap', { value: this.shareScopeMap });
    await container.init(this.shareScopeMap[SCOPE] ?? {}, [], options);
  }

  /** The shell's copy of a package. A container with a runtime of its own may have added another one to the scope. */
  #find(name: string): SharedPackage | undefined {
    const versions = Object.values(this.shareScopeMap[SCOPE]?.[name] ?? {});
    return versions.find(({ loaded = false, loading = null }) => loaded || loading !== null) ?? versions[0];
  }
}

/** Loads a shared package once. A failed load is forgotten, so that the next use retries it. */
export async function loadShared(shared: SharedPackage): Promise<Factory> {
  if (shared.lib) return shared.lib;
  shared.loading ??= shared.get();
  try {
    shared.lib = await shared.loading;
    shared.loaded = true;
    return shared.lib;
  } catch (error) {
    shared.loading = null;
    throw error;
  }
}

/** Whether a version is in a caret range, the only kind that page-kit's preset writes. Every other range counts as satisfied. */
function satisfies(version: string, range: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number);
  if (!/^\^[1-9]\d*\.\d+\.\d+$/.test(range)) return true;
  const [major, minor = 0, patch = 0] = numbers(version);
  const [wantedMajor, wantedMinor = 0, wantedPatch = 0] = numbers(range.slice(1));
  return major === wantedMajor && (minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch));
}
