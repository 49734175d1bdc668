import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../repository/repository.ts';
import type { Document } from './documents.ts';
import { withoutBlocks } from './fenced-blocks.ts';

const LINK = /\]\(([^)\s]+)\)/g;

/** Finds links to files and headings that do not exist. @returns a line for each */
export async function checkLinks(documents: readonly Document[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { file, text } of documents) {
    for (const [, target = ''] of withoutCode(text).matchAll(LINK)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [place = '', anchor] = target.split('#');
      const found = path.join(ROOT, path.dirname(file), place === '' ? path.basename(file) : place);
      if (!existsSync(found)) faults.push(`${file}: the target of the link ${target} does not exist`);
      else if (anchor !== undefined && !(await anchorsOf(found)).has(anchor)) faults.push(`${file}: the heading of the link ${target} does not exist`);
    }
  }
  return faults;
}

/** The anchors of a file's headings, as GitHub creates them. */
async function anchorsOf(file: string): Promise<ReadonlySet<string>> {
  if ((await stat(file)).isDirectory()) return new Set();
  const headings = withoutBlocks(await readFile(file, 'utf8')).matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, heading = '']) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim().replaceAll(' ', '-')));
}

function withoutCode(text: string): string {
  return withoutBlocks(text).replaceAll(/`[^`\n]+`/g, '');
}
