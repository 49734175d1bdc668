import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../site-parts.ts';

const PAGE = 'docs/troubleshooting.md';

/** Folders whose programs speak to page teams and to whoever runs a site. */
const SPEAKERS = ['page-kit', 'releases', 'credentials-server', 'shell', 'auth-core', 'auth-remote', 'local-supabase', 'scripts'];

/** A message as the page has it: the code at the beginning of a row of a table, or of a heading. */
const message = /^(?:\| |#+ )(`+)(.+?)\1(?!`)/gm;

/** Messages of the troubleshooting page that no program says, in lines. `…` stands for what differs. */
export async function checkMessages(): Promise<readonly string[]> {
  const messages = [...(await readFile(path.join(ROOT, PAGE), 'utf8')).matchAll(message)].map(([, , text = '']) => text.trim());
  if (messages.length === 0) return [`${PAGE} has no messages.`];
  const sources = await readSources();
  return messages.flatMap((text) => {
    const missing = text.split('…').map((part) => part.trim()).find((part) => part !== '' && !sources.includes(part));
    return missing === undefined ? [] : [`${PAGE}: no program says “${missing}” (of “${text}”)`];
  });
}

/** All sources as one text, in which strings that are continued in the next line are whole. */
async function readSources(): Promise<string> {
  const texts = await Promise.all(
    SPEAKERS.map(async (folder) => {
      const files = (await readdir(path.join(ROOT, folder), { recursive: true })).filter(isSource);
      return Promise.all(files.map((file) => readFile(path.join(ROOT, folder, file), 'utf8')));
    }),
  );
  return texts.flat().join('\n').replaceAll(/['`] \+\n\s*['`]/g, '').replaceAll(/\\(['`])/g, '$1');
}

function isSource(file: string): boolean {
  return /\.(tsx?|mjs)$/.test(file) && !/(^|[\\/])(node_modules|dist|test|templates|docs)[\\/]/.test(file);
}
