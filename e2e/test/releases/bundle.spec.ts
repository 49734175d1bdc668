import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { expect, test } from '../../src/fixtures/site-test.ts';
import { liveFolder, liveManifest } from '../../src/releases/release-folder.ts';
import { publishedReleases } from '../../src/site/published-builds.ts';

const sourceMapSchema = v.object({ sources: v.array(v.string()) });

/** The origin of a piece of shipped code: a file of a package, or of this repository. */
interface ShippedSource {
  readonly package: string | null;
  readonly file: string;
}

/** The sources of all scripts and style sheets of a remote's live release, read from its source maps. */
async function shippedSources(name: string): Promise<ShippedSource[]> {
  const releases = publishedReleases();
  const [folder, { files }] = await Promise.all([liveFolder(releases, name), liveManifest(releases, name)]);
  const maps = Object.keys(files).filter((file) => file.endsWith('.map'));
  const sources = await Promise.all(maps.map(async (map) => v.parse(sourceMapSchema, JSON.parse(await readFile(path.join(folder, map), 'utf8'))).sources));
  return sources.flat().map((source) => {
    const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(source);
    return inPackage ? { package: inPackage[1] ?? null, file: inPackage[2] ?? '' } : { package: null, file: source.replace(/^webpack:\/\/[^/]*\//, '') };
  });
}

const PARTS = ['shell', 'auth', 'account', 'workspace'] as const;

/** Packages that the site ships exactly once, and the part that ships them. */
const OWNERS: readonly { readonly packages: RegExp; readonly owner: (typeof PARTS)[number]; readonly expected: readonly string[] }[] = [
  { packages: /^(?:react|react-dom|scheduler)$/, owner: 'shell', expected: ['react', 'react-dom', 'scheduler'] },
  { packages: /^(?:react-router|react-router-dom|@remix-run\/.*)$/, owner: 'shell', expected: ['react-router'] },
  { packages: /^@supabase\//, owner: 'auth', expected: ['@supabase/auth-js', '@supabase/postgrest-js', '@supabase/supabase-js'] },
  {
    packages: /^@module-federation\//,
    owner: 'shell',
    expected: ['sdk', 'webpack-bundler-runtime'].map((name) => `@module-federation/${name}`),
  },
];

for (const { packages, owner, expected } of OWNERS) {
  test(`${expected.join(', ')} are shipped once, by ${owner}`, async () => {
    const files: string[] = [];
    for (const part of PARTS) {
      const found = (await shippedSources(part)).filter((source) => source.package !== null && packages.test(source.package));
      const names = [...new Set(found.map((source) => source.package))].sort();
      if (part === owner) expect(names).toEqual(expect.arrayContaining([...expected]));
      else expect(names, part).toEqual([]);
      files.push(...found.map((source) => `${source.package ?? ''}/${source.file}`));
    }
    expect(files.filter((file, index) => files.indexOf(file) !== index), 'files that are shipped twice').toEqual([]);
  });
}

test('a remote ships its own files, page-kit and packages, the auth remote also auth-core, and no file of another workspace', async () => {
  const common = /^(?:\.\/|(?:\.\.\/)+page-kit\/src\/(?:contract\/|messages\/|site\/(?:send-file|load-on-press)\.ts)|webpack\/|external |data:)/;
  for (const part of PARTS.filter((name) => name !== 'shell')) {
    const own = (await shippedSources(part)).filter((source) => source.package === null).map(({ file }) => file);
    expect(own.some((file) => file.startsWith('./src/')), part).toBe(true);
    const isAllowed = (file: string) => common.test(file) || (part === 'auth' && file.startsWith('../auth-core/src/'));
    expect(own.filter((file) => !isAllowed(file)), part).toEqual([]);
  }
});

test('the shell ships the shared components, no file of a remote, and no development code', async () => {
  const files = (await shippedSources('shell')).filter((source) => source.package === null).map(({ file }) => file);
  expect(files.some((file) => file.endsWith('page-kit/src/ui/button.tsx'))).toBe(true);
  expect(files.filter((file) => /auth-core|auth-remote|pages-remote|local-supabase|credentials-server|src\/development\//.test(file))).toEqual([]);
});
