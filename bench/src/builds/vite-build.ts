import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { TextChange } from '../modules/module-change.ts';
import type { StaticSite } from './static-site.ts';

const ENTRY_FOLDER = path.resolve(import.meta.dirname, '../plain');
const AUTH_MODULE = path.resolve(import.meta.dirname, '../../../auth-remote/src/auth.tsx');

/**
 * Builds the site's sources as one Vite application, with Vite's defaults: it splits at dynamic imports. Vite cannot add integrity
 * to the chunks that scripts import.
 * @param change a text of the sources to replace
 */
export async function buildWithVite(change?: TextChange): Promise<StaticSite> {
  const outputs = await build({
    configFile: false,
    root: ENTRY_FOLDER,
    mode: 'production',
    logLevel: 'error',
    plugins: change ? [changeText(change)] : [],
    resolve: { alias: { 'auth/auth': AUTH_MODULE } },
    build: { write: false },
  });
  const files = new Map<string, Buffer>();
  for (const { output } of [outputs].flat().filter(isOutput)) {
    for (const file of output) files.set(`/${file.fileName}`, Buffer.from(file.type === 'chunk' ? file.code : file.source));
  }
  const document = files.get('/index.html');
  if (!document) throw new Error('Vite did not write index.html.');
  files.delete('/index.html');
  return { document: document.toString(), files, integrity: false };
}

function changeText({ from, to }: TextChange): Plugin {
  let changed = 0;
  return {
    name: 'change-text',
    enforce: 'pre',
    transform(code) {
      if (!code.includes(from)) return null;
      changed += 1;
      return { code: code.replaceAll(from, to), map: null };
    },
    buildEnd(error) {
      if (!error && changed !== 1) this.error(`"${from}" must occur in one source, but ${changed} contain it.`);
    },
  };
}

function isOutput(result: Rolldown.RolldownOutput | Rolldown.RolldownWatcher): result is Rolldown.RolldownOutput {
  return 'output' in result;
}
