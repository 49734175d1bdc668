import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { integrityOf, type StaticSite } from './static-site.ts';

const ENTRY_FOLDER = path.resolve(import.meta.dirname, '../plain');
const AUTH_MODULE = path.resolve(import.meta.dirname, '../../../auth-remote/src/auth-module.tsx');

/**
 * The site's sources as one plain Vite application, with Vite's defaults.
 * @param split with Vite's own splitting at dynamic imports; without it everything is one script and one style sheet.
 */
export async function buildWithVite({ split }: { readonly split: boolean }): Promise<StaticSite> {
  const outputs = await build({
    configFile: false,
    root: ENTRY_FOLDER,
    mode: 'production',
    logLevel: 'error',
    resolve: { alias: { 'auth/auth': AUTH_MODULE } },
    build: { write: false, ...(!split && { rolldownOptions: { output: { codeSplitting: false } } }) },
  });
  const files = new Map<string, Buffer>();
  for (const { output } of [outputs].flat().filter(isOutput)) {
    for (const file of output) files.set(`/${file.fileName}`, Buffer.from(file.type === 'chunk' ? file.code : file.source));
  }
  const document = files.get('/index.html');
  if (!document) throw new Error('Vite wrote no index.html.');
  files.delete('/index.html');
  // Chunks that scripts import carry no integrity: Vite has no means for it, so only the single bundle can be held to it.
  return { document: split ? document.toString() : withIntegrity(document.toString(), files), files, integrity: !split };
}

function isOutput(result: Rolldown.RolldownOutput | Rolldown.RolldownWatcher): result is Rolldown.RolldownOutput {
  return 'output' in result;
}

/** Adds the integrity that the document's headers demand. */
function withIntegrity(document: string, files: ReadonlyMap<string, Buffer>): string {
  return document.replace(/(?:src|href)="([^"]+\.(?:js|css))"/g, (attribute, address: string) => {
    const content = files.get(address);
    return content ? `${attribute} integrity="${integrityOf(content)}"` : attribute;
  });
}
