import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../repository/repository.ts';
import type { Document } from './documents.ts';

const link = /\]\(([^)\s]+)\)/g;

/** Links to files, and to headings in them, that are not there, in lines. */
export async function checkLinks(documents: readonly Document[]): Promise<readonly string[]> {
  const troubles: string[] = [];
  for (const { file, text } of documents) {
    for (const [, target = ''] of withoutCode(text).matchAll(link)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [place = '', anchor] = target.split('#');
      const found = path.join(ROOT, path.dirname(file), place === '' ? path.basename(file) : place);
      if (!existsSync(found)) troubles.push(`${file}: the link to ${target} leads nowhere`);
      else if (anchor !== undefined && !(await anchorsOf(found)).has(anchor)) troubles.push(`${file}: there is no heading for the link ${target}`);
    }
  }
  return troubles;
}

/** The anchors that GitHub makes of a file's headings. */
async function anchorsOf(file: string): Promise<ReadonlySet<string>> {
  if ((await stat(file)).isDirectory()) return new Set();
  const headings = withoutBlocks(await readFile(file, 'utf8')).matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, heading = '']) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim().replaceAll(' ', '-')));
}

function withoutCode(text: string): string {
  return withoutBlocks(text).replaceAll(/`[^`\n]+`/g, '');
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^( *)(`{3,}).*$[\s\S]*?^ *\2 *$/gm, '');
}
