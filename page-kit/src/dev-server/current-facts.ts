import { pageFactsSchema, type PageFacts } from '@atrium/releases/page-facts';
import * as v from 'valibot';
import type { Compiler } from 'webpack';
import { readFactsFile } from '../webpack/facts-file.ts';
import { readRouteImports } from '../webpack/route-imports.ts';

/** Facts that will not do, or that do not agree with `module.ts`. The message says what to change. */
export class CurrentFactsError extends Error {
  override readonly name = 'CurrentFactsError';
}

/** The facts of a page module, read anew at each build; what is wrong with them becomes an error of the build. */
export class CurrentFacts {
  /** As of the last build in which they were right. */
  current: PageFacts;
  readonly #factsFile: string;
  readonly #moduleFile: string;

  /** @throws {FactsFileError|RouteImportsError|CurrentFactsError} */
  constructor(factsFile: string, moduleFile: string) {
    this.#factsFile = factsFile;
    this.#moduleFile = moduleFile;
    this.current = this.#read();
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('CurrentFacts', (compilation) => {
      // Facts that nothing imports yet are watched too.
      compilation.fileDependencies.addAll([this.#factsFile, this.#moduleFile]);
      try {
        const facts = this.#read();
        if (facts.name !== this.current.name) {
          throw new CurrentFactsError(`The module is called ${facts.name} now. Stop atrium dev and start it again.`);
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
      throw new CurrentFactsError(`${this.#factsFile}, ${v.getDotPath(issue) ?? 'facts'}: ${issue.message}.`);
    }
    const stated = Object.keys(parsed.output.routes);
    const imported = [...readRouteImports(this.#moduleFile).keys()];
    const lacking = stated.find((route) => !imported.includes(route));
    if (lacking !== undefined) {
      throw new CurrentFactsError(`The facts have a route ${lacking} that ${this.#moduleFile} does not import. Add \`${lacking}: () => import('./…')\` there.`);
    }
    const surplus = imported.find((route) => !stated.includes(route));
    if (surplus !== undefined) {
      throw new CurrentFactsError(`${this.#moduleFile} imports a route ${surplus} that has no path. Add it to \`routes\` in ${this.#factsFile}.`);
    }
    return parsed.output;
  }
}
