import { moduleManifestSchema, type ModuleManifest } from '@atrium/releases/module-manifest';
import * as v from 'valibot';
import type { Compiler } from 'webpack';
import { readModuleManifestFile } from '../webpack/module-manifest-file.ts';
import { readRouteImports } from '../webpack/route-imports.ts';

/** A module manifest that is invalid or contradicts `module.ts`. The message says what to change. */
export class InvalidModuleManifestError extends Error {
  override readonly name = 'InvalidModuleManifestError';
}

/** The manifest of a page module, which it reads again at each build. Problems become errors of the build. */
export class CurrentModuleManifest {
  /** The manifest of the last build in which it was valid. */
  current: ModuleManifest;
  readonly #manifestFile: string;
  readonly #moduleFile: string;

  /** @throws {ModuleManifestFileError|RouteImportsError|InvalidModuleManifestError} */
  constructor(manifestFile: string, moduleFile: string) {
    this.#manifestFile = manifestFile;
    this.#moduleFile = moduleFile;
    this.current = this.#read();
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('CurrentModuleManifest', (compilation) => {
      // Also watches a manifest that no file imports yet.
      compilation.fileDependencies.addAll([this.#manifestFile, this.#moduleFile]);
      try {
        const manifest = this.#read();
        if (manifest.name !== this.current.name) {
          throw new InvalidModuleManifestError(`The module is called ${manifest.name} now. Stop atrium dev and start it again.`);
        }
        this.current = manifest;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        compilation.errors.push(new compilation.compiler.webpack.WebpackError(message));
      }
    });
  }

  #read(): ModuleManifest {
    const parsed = v.safeParse(moduleManifestSchema, readModuleManifestFile(this.#manifestFile));
    if (!parsed.success) {
      const [issue] = parsed.issues;
      throw new InvalidModuleManifestError(`${this.#manifestFile}, ${v.getDotPath(issue) ?? 'manifest'}: ${issue.message}.`);
    }
    const stated = Object.keys(parsed.output.routes);
    const imported = [...readRouteImports(this.#moduleFile).keys()];
    const lacking = stated.find((route) => !imported.includes(route));
    if (lacking !== undefined) {
      throw new InvalidModuleManifestError(`The module manifest has a route ${lacking} that ${this.#moduleFile} does not import. Add \`${lacking}: () => import('./…')\` there.`);
    }
    const surplus = imported.find((route) => !stated.includes(route));
    if (surplus !== undefined) {
      throw new InvalidModuleManifestError(`${this.#moduleFile} imports a route ${surplus} that has no path. Add it to \`routes\` in ${this.#manifestFile}.`);
    }
    return parsed.output;
  }
}
