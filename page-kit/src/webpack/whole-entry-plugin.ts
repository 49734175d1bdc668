import type { Compiler } from 'webpack';
import { chunksOfImport } from './build-description-plugin.ts';

/**
 * Appends the exposed modules to the container's entry, because every tab that loads the entry needs them next. One file saves a
 * request with its headers, and compresses better. The chunks are appended, not merged: a merged entry would need React to run,
 * and entries run while React is still loading.
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
