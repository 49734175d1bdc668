import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../repository/repository.ts';

const PAGE = 'docs/troubleshooting.md';

/** Folders of the programs whose messages page teams and operators see. */
const PROGRAMS = ['page-kit', 'releases', 'credentials-server', 'shell', 'auth-core', 'auth-remote', 'local-supabase', 'tools'];

/** A message on the page: the code at the start of a table row or a heading. */
const MESSAGE = /^(?:\| |#+ )(`+)(.+?)\1(?!`)/gm;

/** Finds messages of the troubleshooting page that no program contains. `…` stands for any text. @returns a line for each */
export async function checkMessages(): Promise<readonly string[]> {
  const messages = [...(await readFile(path.join(ROOT, PAGE), 'utf8')).matchAll(MESSAGE)].map(([, , text = '']) => text.trim());
  if (messages.length === 0) return [`${PAGE} has no messages.`];
  const sources = await readSources();
  return messages.flatMap((text) => {
    const missing = text.split('…').map((part) => part.trim()).find((part) => part !== '' && !sources.includes(part));
    return missing === undefined ? [] : [`${PAGE}: no program contains “${missing}” (of “${text}”)`];
  });
}

/** All sources as one text. Joins strings that continue on the next line. */
async function readSources(): Promise<string> {
  const texts = await Promise.all(
    PROGRAMS.map(async (folder) => {
      const files = (await readdir(path.join(ROOT, folder), { recursive: true })).filter(isSource);
      return Promise.all(files.map((file) => readFile(path.join(ROOT, folder, file), 'utf8')));
    }),
  );
  return texts.flat().join('\n').replaceAll(/['`] \+\n\s*['`]/g, '').replaceAll(/\\(['`])/g, '$1');
}

function isSource(file: string): boolean {
  return /\.(tsx?|mjs)$/.test(file) && !/(^|[\\/])(node_modules|dist|test|templates|docs)[\\/]/.test(file);
}
