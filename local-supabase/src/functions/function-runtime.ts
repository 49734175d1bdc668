import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const sources = fileURLToPath(new URL('./runtime', import.meta.url));

/** Writes the program of functions' processes into a folder, as plain JavaScript that starts quickly. Returns its file. */
export async function buildRuntime(folder: string): Promise<string> {
  await build({
    entryPoints: { main: path.join(sources, 'main.ts'), 'watch-processor': path.join(sources, 'watch-processor.ts') },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    // ws is CommonJS and asks for modules of Node by `require`.
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    tsconfigRaw: {},
  });
  return path.join(folder, 'main.cjs');
}
