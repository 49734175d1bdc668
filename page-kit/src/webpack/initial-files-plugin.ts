import type { Compiler } from 'webpack';
import { filesOfChunks } from './files-of-chunks.ts';

/** Where {@link InitialFilesPlugin} writes, and what it puts before each file's name. */
interface InitialFilesOptions {
  readonly file: string;
  readonly prefix: string;
}

/** Writes which scripts and style sheets a document loads of the build, in their order, as JSON. */
export class InitialFilesPlugin {
  readonly #options: InitialFilesOptions;

  constructor(options: InitialFilesOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    const { file, prefix } = this.#options;
    compiler.hooks.thisCompilation.tap('InitialFilesPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'InitialFilesPlugin', stage }, () => {
        const { scripts, styles } = filesOfChunks([...compilation.entrypoints.values()].flatMap(({ chunks }) => chunks));
        const placed = (names: readonly string[]) => names.map((name) => `${prefix}${name}`);
        compilation.emitAsset(file, new sources.RawSource(JSON.stringify({ scripts: placed(scripts), styles: placed(styles) })));
      });
    });
  }
}
