import { existsSync } from 'node:fs';
import path from 'node:path';
import { newModuleManifestSchema, type ModuleManifest } from '@atrium/releases/model';
import * as v from 'valibot';
import type { Compiler } from 'webpack';
import { ModuleSourceError, readLoaderImports, readModuleManifestFile, type LoaderImports } from '../webpack/module-sources.ts';
import { readSlotProps } from '../webpack/slot-props.ts';

/** Reads the manifest of a page module again whenever it is needed, and reports problems as errors of the next build. */
export class CurrentModuleManifest {
  #lastValid: ModuleManifest;
  readonly #manifestFile: string;
  readonly #moduleFile: string;
  readonly #slotsFile: string;

  /**
   * @param folder the folder with `manifest.ts`, `module.ts` and, for a module with slots, `slots.ts`
   * @throws ModuleSourceError if the manifest is invalid, or does not match the other files
   */
  constructor(folder: string) {
    this.#manifestFile = path.join(folder, 'manifest.ts');
    this.#moduleFile = path.join(folder, 'module.ts');
    this.#slotsFile = path.join(folder, 'slots.ts');
    this.#lastValid = this.#read();
  }

  /**
   * The manifest in the files, or the last valid one. The watcher notices a change only after a moment: a document with an older
   * manifest would then load newer code, and nothing would tell its tab about the new routes.
   */
  get current(): ModuleManifest {
    try {
      this.#update();
    } catch {
      // The next build reports the problem.
    }
    return this.#lastValid;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('CurrentModuleManifest', (compilation) => {
      // Watches the files even if no other file imports them.
      compilation.fileDependencies.addAll([this.#manifestFile, this.#moduleFile]);
      (existsSync(this.#slotsFile) ? compilation.fileDependencies : compilation.missingDependencies).add(this.#slotsFile);
      try {
        this.#update();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        compilation.errors.push(new compilation.compiler.webpack.WebpackError(message));
      }
    });
  }

  /** @throws ModuleSourceError if the manifest is invalid, does not match the other files, or has another name */
  #update(): void {
    const manifest = this.#read();
    if (manifest.name !== this.#lastValid.name) {
      throw new ModuleSourceError(`The module's name has changed to ${manifest.name}. Stop atrium dev and start it again.`);
    }
    this.#lastValid = manifest;
  }

  #read(): ModuleManifest {
    const parsed = v.safeParse(newModuleManifestSchema, readModuleManifestFile(this.#manifestFile));
    if (!parsed.success) {
      const [issue] = parsed.issues;
      throw new ModuleSourceError(`${this.#manifestFile}, ${v.getDotPath(issue) ?? 'manifest'}: ${issue.message}.`);
    }
    const { routes, extensions = {}, commands = {}, search = {} } = parsed.output;
    const imports = readLoaderImports(this.#moduleFile);
    this.#compare('routes', 'route', routes, imports);
    this.#compare('extensions', 'extension', extensions, imports);
    this.#compare('commands', 'command', commands, imports);
    this.#compare('search', 'search provider', search, imports);
    readSlotProps(this.#slotsFile, parsed.output);
    return parsed.output;
  }

  /** @throws ModuleSourceError if `module.ts` imports more or less than the manifest declares */
  #compare(property: keyof LoaderImports, what: string, declared: Readonly<Record<string, unknown>>, imports: LoaderImports): void {
    const missing = Object.keys(declared).find((key) => !imports[property].has(key) && !(property === 'commands' && opensRoute(declared[key])));
    if (missing !== undefined) {
      throw new ModuleSourceError(`${this.#moduleFile} does not import the ${what} ${missing} of the module manifest. Add \`${missing}: () => import('./…')\` to \`${property}\` there.`);
    }
    const surplus = [...imports[property].keys()].find((key) => !Object.hasOwn(declared, key));
    if (surplus !== undefined) {
      throw new ModuleSourceError(`${this.#moduleFile} imports the ${what} ${surplus}, which is not in the module manifest. Remove it here, or add it to \`${property}\` in ${this.#manifestFile}.`);
    }
  }
}

/** Whether a declaration is a command that opens a route, and so has no code. */
function opensRoute(declaration: unknown): boolean {
  return typeof declaration === 'object' && declaration !== null && 'route' in declaration;
}
