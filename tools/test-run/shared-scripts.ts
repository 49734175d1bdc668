import asyncHooks, { type AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { versions } from 'node:process';
import vm from 'node:vm';
import Runtime from 'jest-runtime';
import * as v from 'valibot';
import { optimizeLate } from '../../page-kit/src/webpack/optimize-late.ts';

type CompiledFunction = ReturnType<typeof vm.compileFunction>;

/** A compiled file. The function and its options are those of the newest context. */
interface SharedScript {
  readonly source: string;
  readonly script: vm.Script;
  compiled?: CompiledFunction;
  options: vm.CompileFunctionOptions;
}

const functionSchema = v.custom<CompiledFunction>((value) => typeof value === 'function');

// Optimized code belongs to the context of one test file, and most of it is never run again.
optimizeLate();

const PACKAGES = `${path.sep}node_modules${path.sep}`;

const { compileFunction, SourceTextModule } = vm;
const scripts = new Map<string, SharedScript>();
const moduleCaches = new Map<string, { readonly source: string; readonly data: Buffer }>();
const packageSources = new Map<string, string>();

/** Replaces `vm.compileFunction`. It compiles each file once, as a script that can run in the context of every test file. */
function compileOnce(source: string, parameters: readonly string[] = [], options: vm.CompileFunctionOptions = {}): CompiledFunction {
  const { filename, parsingContext } = options;
  if (filename === undefined || parsingContext === undefined) return compileFunction(source, parameters, options);
  const key = `${parameters.join()} ${filename}`;
  let shared = scripts.get(key);
  if (shared?.source !== source) scripts.set(key, (shared = share(source, parameters, options)));
  const compiled = v.parse(functionSchema, shared.script.runInContext(parsingContext));
  Object.assign(shared, { compiled, options });
  return compiled;
}

function share(source: string, parameters: readonly string[], options: vm.CompileFunctionOptions): SharedScript {
  const start = `(function (${parameters.join()}) {`;
  const script = new vm.Script(`${start}${source}\n})`, {
    ...(options.filename !== undefined && { filename: options.filename }),
    // Positions in errors stay those in the file.
    columnOffset: -start.length,
    importModuleDynamically: (specifier, _script, attributes) => {
      const { compiled, options: { importModuleDynamically: load } } = shared;
      if (!compiled || typeof load !== 'function') throw new Error(`Jest gave no loader for import('${specifier}').`);
      return load(specifier, compiled, attributes);
    },
  });
  const shared: SharedScript = { source, script, options };
  return shared;
}

/** Replaces `vm.SourceTextModule`. It parses each file once. A module itself cannot be used in several contexts. */
class ParsedOnceModule extends SourceTextModule {
  /** @types/node lacks it (https://nodejs.org/api/vm.html#sourcetextmodulecreatecacheddata). */
  declare createCachedData: () => Buffer;

  constructor(source: string, options: vm.SourceTextModuleOptions = {}) {
    const { identifier = '' } = options;
    const known = moduleCaches.get(identifier);
    const isKnown = known?.source === source;
    super(source, isKnown ? { ...options, cachedData: known.data } : options);
    if (!isKnown) moduleCaches.set(identifier, { source, data: this.createCachedData() });
  }
}

Object.assign(vm, { compileFunction: compileOnce, SourceTextModule: ParsedOnceModule });

const storages = new Set<AsyncLocalStorage<unknown>>();

/** Replaces `AsyncLocalStorage`. It remembers its instances. */
class RememberedStorage<Value> extends asyncHooks.AsyncLocalStorage<Value> {
  constructor(...given: ConstructorParameters<typeof AsyncLocalStorage>) {
    super(...given);
    storages.add(this);
  }
}

// Before Node 24, every promise visits every enabled storage, so that after a hundred files an `await` would take a hundred times as long.
if (Number.parseInt(versions.node, 10) < 24) Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: RememberedStorage });

/** Disables the storages of a test file. Jest creates one for each test file and never disables it. */
function disableStorages(): void {
  for (const storage of storages) storage.disable();
  storages.clear();
}

/**
 * Jest's runtime, which runs one test file. Each test file loads all its modules again, in a context of its own. A worker therefore keeps
 * what does not depend on the context: the compiled code of each file, and the sources of packages.
 */
export default class SharedScriptsRuntime extends Runtime {
  readonly #sources: Map<string, string>;

  constructor(...given: ConstructorParameters<typeof Runtime>) {
    super(...given);
    const [, , , , sources] = given;
    this.#sources = sources;
    for (const [file, source] of packageSources) sources.set(file, source);
  }

  override teardown(): void {
    for (const [file, source] of this.#sources) if (file.includes(PACKAGES)) packageSources.set(file, source);
    super.teardown();
    disableStorages();
  }
}
