import type { Compiler } from 'webpack';
import { chunksOfImport } from './build-description-plugin.ts';

/**
 * Appends the scripts of the exposed modules to the container's entry. Whoever loads the entry needs them next, and two files cost
 * the first visit another request, its headers, and a compression that starts again. Merging the chunks themselves would not do:
 * the entry would need React when it runs, but it runs while React is still loading.
 */
export class WholeEntryPlugin {
  readonly #entry: string;
  readonly #exposed: readonly string[];

  /** @param exposed requests of the exposed modules */
  constructor(entry: string, exposed: readonly string[]) {
    this.#entry = entry;
    this.#exposed = exposed;
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('WholeEntryPlugin', (compilation) => {
      // When the files are minified, and before their source maps are written.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 50;
      compilation.hooks.processAssets.tap({ name: 'WholeEntryPlugin', stage }, () => {
        const scripts = this.#exposed.flatMap((request) => chunksOfImport(compilation, request).flatMap(({ files }) => [...files]));
        for (const file of new Set(scripts.filter((name) => name.endsWith('.js')))) {
          const script = compilation.getAsset(file);
          if (!script) continue;
          // The chunk registers itself with the entry's runtime, which then does not request it.
          compilation.updateAsset(this.#entry, (entry) => new sources.ConcatSource(entry, '\n', script.source));
          compilation.deleteAsset(file);
        }
      });
    });
  }
}
