import { createHash } from 'node:crypto';
import type { Compiler } from 'webpack';

/** Integrity of scripts and style sheets, by their names. */
export interface Sums {
  readonly scripts: Record<string, string>;
  readonly styles: Record<string, string>;
}

/** Knows the integrity of every script and style sheet of the last build (W3C SRI §3.1). */
export class AssetSums {
  current: Sums = { scripts: {}, styles: {} };

  apply(compiler: Compiler): void {
    // Later, webpack lets go of the contents.
    compiler.hooks.emit.tap('AssetSums', (compilation) => {
      const sums: Sums = { scripts: {}, styles: {} };
      for (const { name, source } of compilation.getAssets()) {
        const list = name.endsWith('.js') ? sums.scripts : name.endsWith('.css') ? sums.styles : null;
        if (list) list[name] = `sha384-${createHash('sha384').update(source.buffer()).digest('base64')}`;
      }
      this.current = sums;
    });
  }
}
