import type { Page } from '@playwright/test';
import { liveManifest } from './releases/release-folder.ts';
import type { Site } from './site/site.ts';

/** The remotes of the site, each of which has texts of its own. */
export const REMOTES = ['shell', 'auth', 'account', 'workspace'] as const;

/** Paths of the files with the texts of every remote, by language tag. */
export async function languageFiles({ releases }: Site): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = new Map<string, string[]>();
  for (const name of REMOTES) {
    const { release, languages = {} } = await liveManifest(releases, name);
    for (const [tag, { scripts }] of Object.entries(languages)) {
      files.set(tag, [...(files.get(tag) ?? []), ...scripts.map((script) => `/releases/${name}/${release}/${script}`)]);
    }
  }
  return files;
}

/** Notes every file that a page gets; the list grows. */
export function filesOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('response', (response) => paths.push(new URL(response.url()).pathname));
  return paths;
}
