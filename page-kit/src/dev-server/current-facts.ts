import { pageFactsSchema, type PageFacts } from '@atrium/releases/page-facts';
import * as v from 'valibot';
import type { Compiler } from 'webpack';
import { ModuleSourceError, readFactsFile, readRouteImports } from '../webpack/module-sources.ts';

/** Reads the facts of a page module again for each build, and reports invalid facts as errors of the build. */
export class CurrentFacts {
  /** The facts of the last build in which they were valid. */
  current: PageFacts;
  readonly #factsFile: string;
  readonly #moduleFile: string;

  /** @throws ModuleSourceError if the facts are invalid, or do not match the routes in `module.ts` */
  constructor(factsFile: string, moduleFile: string) {
    this.#factsFile = factsFile;
    this.#moduleFile = moduleFile;
    this.current = this.#read();
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('CurrentFacts', (compilation) => {
      // Watches the facts even if no file imports them yet.
      compilation.fileDependencies.addAll([this.#factsFile, this.#moduleFile]);
      try {
        const facts = this.#read();
        if (facts.name !== this.current.name) {
          throw new ModuleSourceError(`The module's name has changed to ${facts.name}. Stop atrium dev and start it again.`);
        }
        this.current = facts;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        compilation.errors.push(new compilation.compiler.webpack.WebpackError(message));
      }
    });
  }

  #read(): PageFacts {
    const parsed = v.safeParse(pageFactsSchema, readFactsFile(this.#factsFile));
    if (!parsed.success) {
      const [issue] = parsed.issues;
      throw new ModuleSourceError(`${this.#factsFile}, ${v.getDotPath(issue) ?? 'facts'}: ${issue.message}.`);
    }
    const declared = Object.keys(parsed.output.routes);
    const imported = [...readRouteImports(this.#moduleFile).keys()];
    const missing = declared.find((route) => !imported.includes(route));
    if (missing !== undefined) {
      throw new ModuleSourceError(`${this.#moduleFile} does not import the route ${missing} of the facts. Add \`${missing}: () => import('./…')\` there.`);
    }
    const surplus = imported.find((route) => !declared.includes(route));
    if (surplus !== undefined) {
      throw new ModuleSourceError(`${this.#moduleFile} imports a route ${surplus} without a path. Add it to \`routes\` in ${this.#factsFile}.`);
    }
    return parsed.output;
  }
}
