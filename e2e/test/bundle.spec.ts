import { publishedReleases } from '../src/published-builds.ts';
import { shippedSources } from '../src/shipped-sources.ts';
import { expect, test } from '../src/site-test.ts';

const PARTS = ['shell', 'auth', 'account', 'workspace'] as const;

/** Packages of which the whole site has one copy, and the part that ships it. */
const OWNERS: readonly { readonly packages: RegExp; readonly owner: (typeof PARTS)[number]; readonly expected: readonly string[] }[] = [
  { packages: /^(?:react|react-dom|scheduler)$/, owner: 'shell', expected: ['react', 'react-dom', 'scheduler'] },
  { packages: /^(?:react-router|react-router-dom|@remix-run\/.*)$/, owner: 'shell', expected: ['react-router'] },
  { packages: /^@supabase\//, owner: 'auth', expected: ['@supabase/auth-js', '@supabase/postgrest-js', '@supabase/supabase-js'] },
  {
    packages: /^@module-federation\//,
    owner: 'shell',
    expected: ['error-codes', 'runtime', 'runtime-core', 'sdk', 'webpack-bundler-runtime'].map((name) => `@module-federation/${name}`),
  },
];

for (const { packages, owner, expected } of OWNERS) {
  test(`${expected.join(', ')} are shipped once, by ${owner}`, async () => {
    const files: string[] = [];
    for (const part of PARTS) {
      const found = (await shippedSources(publishedReleases(), part)).filter((source) => source.package !== null && packages.test(source.package));
      const names = [...new Set(found.map((source) => source.package))].sort();
      if (part === owner) expect(names).toEqual(expect.arrayContaining([...expected]));
      else expect(names, part).toEqual([]);
      files.push(...found.map((source) => `${source.package ?? ''}/${source.file}`));
    }
    expect(files.filter((file, index) => files.indexOf(file) !== index), 'files that are shipped twice').toEqual([]);
  });
}

test('a remote ships its own files, page-kit and packages, and nothing of another workspace', async () => {
  const allowed = /^(?:\.\/|(?:\.\.\/)+page-kit\/src\/(?:contract|messages)\/|webpack\/|external |data:)/;
  for (const part of PARTS.filter((name) => name !== 'shell')) {
    const own = (await shippedSources(publishedReleases(), part)).filter((source) => source.package === null).map(({ file }) => file);
    expect(own.some((file) => file.startsWith('./src/')), part).toBe(true);
    expect(own.filter((file) => !allowed.test(file)), part).toEqual([]);
  }
});

test('the shell ships the shared components, no file of a remote, and nothing that is for development', async () => {
  const files = (await shippedSources(publishedReleases(), 'shell')).filter((source) => source.package === null).map(({ file }) => file);
  expect(files.some((file) => file.endsWith('page-kit/src/ui/button.tsx'))).toBe(true);
  expect(files.filter((file) => /auth-core|auth-remote|pages-remote|local-supabase|credentials-server|src\/development\//.test(file))).toEqual([]);
});
