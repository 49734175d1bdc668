import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { TextChange } from '../modules/module-change.ts';
import { integrityOf, type StaticSite } from './static-site.ts';

const ENTRY_FOLDER = path.resolve(import.meta.dirname, '../plain');
const AUTH_MODULE = path.resolve(import.meta.dirname, '../../../auth-remote/src/auth.tsx');

/** Variants of the build. */
interface ViteBuildOptions {
  /** Split at dynamic imports, as Vite does by default. Otherwise the build has one script and one style sheet. */
  readonly split: boolean;
  /** A text of the sources to replace. */
  readonly change?: TextChange;
}

/** Builds the site's sources as one plain Vite application, with Vite's defaults. */
export async function buildWithVite({ split, change }: ViteBuildOptions): Promise<StaticSite> {
  const outputs = await build({
    configFile: false,
    root: ENTRY_FOLDER,
    mode: 'production',
    logLevel: 'error',
    plugins: change ? [changeText(change)] : [],
    resolve: { alias: { 'auth/auth': AUTH_MODULE } },
    build: { write: false, ...(!split && { rolldownOptions: { output: { codeSplitting: false } } }) },
  });
  const files = new Map<string, Buffer>();
  for (const { output } of [outputs].flat().filter(isOutput)) {
    for (const file of output) files.set(`/${file.fileName}`, Buffer.from(file.type === 'chunk' ? file.code : file.source));
  }
  const document = files.get('/index.html');
  if (!document) throw new Error('Vite did not write index.html.');
  files.delete('/index.html');
  // Vite cannot add integrity to chunks that scripts import, so only the single bundle can require it.
  return { document: split ? document.toString() : withIntegrity(document.toString(), files), files, integrity: !split };
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

/** Adds the integrity that the document's headers require. */
function withIntegrity(document: string, files: ReadonlyMap<string, Buffer>): string {
  return document.replace(/(?:src|href)="([^"]+\.(?:js|css))"/g, (attribute, address: string) => {
    const content = files.get(address);
    return content ? `${attribute} integrity="${integrityOf(content)}"` : attribute;
  });
}
