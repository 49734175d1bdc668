import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import webpack, { type Compiler } from 'webpack';

const require = createRequire(import.meta.url);

/** A file of the code that runs in the tab: TypeScript in the repository, JavaScript in the package. */
function clientFile(name: string): string {
  return fileURLToPath(new URL(`client/${name}`, import.meta.url));
}

/** Reports errors of the running code to the developer, and brings each build into the tab, before all other code of the build. */
export class DevelopmentClientPlugin {
  readonly #hot: boolean;

  /** @param hot whether running modules are replaced; otherwise each build reloads the page */
  constructor(hot: boolean) {
    this.#hot = hot;
  }

  apply(compiler: Compiler): void {
    if (this.#hot) new webpack.HotModuleReplacementPlugin().apply(compiler);
    for (const file of [clientFile('report-errors'), ...(this.#hot ? [require.resolve('webpack/hot/dev-server')] : [])]) {
      new webpack.EntryPlugin(compiler.context, file, {}).apply(compiler);
    }
  }
}

/** Puts the module's pages and extensions into boundaries that report their errors. */
export class ReportingModulePlugin {
  readonly #moduleFile: string;

  /** @param moduleFile the file that the module exposes */
  constructor(moduleFile: string) {
    this.#moduleFile = moduleFile;
  }

  apply(compiler: Compiler): void {
    const { NormalModuleReplacementPlugin } = compiler.webpack;
    new NormalModuleReplacementPlugin(/^\.\/src\/module\.ts$/, clientFile('developed-module')).apply(compiler);
    new NormalModuleReplacementPlugin(/^atrium-developed-module$/, this.#moduleFile).apply(compiler);
  }
}

/**
 * Writes no files of a failed build, unless no build has succeeded yet. Running code could neither apply them nor return from them to
 * the next build without a reload, which loses what the user has typed.
 */
export class LastGoodBuildPlugin {
  #hasSucceeded = false;

  apply(compiler: Compiler): void {
    const keepsLast = (failed: boolean) => (failed && this.#hasSucceeded ? false : undefined);
    compiler.hooks.shouldEmit.tap('LastGoodBuildPlugin', (compilation) => keepsLast(compilation.errors.length > 0));
    // Otherwise the next hot update would begin at the failed build.
    compiler.hooks.thisCompilation.tap('LastGoodBuildPlugin', (compilation) => {
      compilation.hooks.shouldRecord.tap('LastGoodBuildPlugin', () => keepsLast(compilation.errors.length > 0));
    });
    compiler.hooks.done.tap('LastGoodBuildPlugin', (stats) => {
      this.#hasSucceeded ||= !stats.hasErrors();
    });
  }
}
