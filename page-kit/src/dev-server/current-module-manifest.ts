import { moduleManifestSchema, type ModuleManifest } from '@atrium/releases/module-manifest';
import * as v from 'valibot';
import type { Compiler } from 'webpack';
import { ModuleSourceError, readModuleManifestFile, readRouteImports } from '../webpack/module-sources.ts';

/** Reads the manifest of a page module again for each build, and reports problems as errors of the build. */
export class CurrentModuleManifest {
  /** The manifest of the last build in which it was valid. */
  current: ModuleManifest;
  readonly #manifestFile: string;
  readonly #moduleFile: string;

  /** @throws ModuleSourceError if the manifest is invalid, or does not match the routes in `module.ts` */
  constructor(manifestFile: string, moduleFile: string) {
    this.#manifestFile = manifestFile;
    this.#moduleFile = moduleFile;
    this.current = this.#read();
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('CurrentModuleManifest', (compilation) => {
      // Watches the manifest even if no file imports it yet.
      compilation.fileDependencies.addAll([this.#manifestFile, this.#moduleFile]);
      try {
        const manifest = this.#read();
        if (manifest.name !== this.current.name) {
          throw new ModuleSourceError(`The module's name has changed to ${manifest.name}. Stop atrium dev and start it again.`);
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
      throw new ModuleSourceError(`${this.#manifestFile}, ${v.getDotPath(issue) ?? 'manifest'}: ${issue.message}.`);
    }
    const declared = Object.keys(parsed.output.routes);
    const imported = [...readRouteImports(this.#moduleFile).keys()];
    const missing = declared.find((route) => !imported.includes(route));
    if (missing !== undefined) {
      throw new ModuleSourceError(`${this.#moduleFile} does not import the route ${missing} of the module manifest. Add \`${missing}: () => import('./…')\` there.`);
    }
    const surplus = imported.find((route) => !declared.includes(route));
    if (surplus !== undefined) {
      throw new ModuleSourceError(`${this.#moduleFile} imports a route ${surplus} without a path. Add it to \`routes\` in ${this.#manifestFile}.`);
    }
    return parsed.output;
  }
}
