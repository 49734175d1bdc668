/** @jest-environment node */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sealBuild } from '@atrium/releases/sealing';
import type { Auth } from '../../src/contract/auth.ts';
import { SIGNED_OUT_VISITOR } from '../../src/prerender/signed-out-visitor.ts';
import { buildModule } from './build-module.ts';
import { moduleFolder, ORDERS } from './module-folder.ts';

jest.setTimeout(120_000);

/** A public page with this source. */
function withPage(page: string): Readonly<Record<string, string>> {
  return {
    ...ORDERS,
    'src/manifest.ts': (ORDERS['src/manifest.ts'] ?? '').replace('navigation:', "prerender: ['list'],\n      navigation:"),
    'src/list-page.tsx': page,
  };
}

const FORM = `
  import { TextField } from '@atrium/page-kit/ui';
  import { useSupabase } from 'auth/auth';
  import { Suspense } from 'react';
  import { useLocation } from 'react-router-dom';
  const picture = new URL('./picture.svg', import.meta.url).href;
  function Rows() { return <p>{String(useSupabase())}</p>; }
  export default function ListPage() {
    return (
      <form method="get">
        <title>Track</title>
        <p>{useLocation().pathname}</p>
        <img alt="" src={picture} />
        <TextField label="Number" name="number" />
        <Suspense fallback={<p>Loading</p>}><Rows /></Suspense>
      </form>
    );
  }`;

test('renders the first screen of a visitor without a session, with a form that cannot send anything', async () => {
  const folder = moduleFolder({
    ...withPage(FORM),
    'src/picture.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h9"/>'.repeat(900)}</svg>`,
  });
  try {
    await buildModule(folder.root, { minimize: false });
    const { manifest, files } = await sealBuild(path.join(folder.root, 'dist'));
    expect(manifest).toMatchObject({ prerendered: { list: { en: 'prerendered/list.en.html' } } });
    const html = files.get('prerendered/list.en.html')?.toString('utf8') ?? '';
    expect(html).toMatch(/^<form method="dialog"><p>\/orders<\/p><img alt="" src="[^"]+">.*<input [^>]*name="number".*<p>Loading<\/p><\/form>$/s);
    // The address of a file of the release is that of the sealed release.
    expect(html).toContain(`src="/releases/orders/${manifest.release}/`);
  } finally {
    folder.remove();
  }
});

test('the build fails with a reason if a page throws', async () => {
  const folder = moduleFolder(withPage("export default function ListPage() { throw new Error('No orders.'); }"));
  try {
    await expect(buildModule(folder.root, { minimize: false })).rejects.toThrow(
      'The pages of orders cannot be prerendered (en): The route list cannot be prerendered: No orders.',
    );
    expect(existsSync(path.join(folder.root, 'dist/build.json'))).toBe(false);
  } finally {
    folder.remove();
  }
});

test('while it renders, a page gets no client and can call no action, with a reason', () => {
  expect(SIGNED_OUT_VISITOR.useSupabase).toThrow('put <Suspense> around the component that calls useSupabase');
  const { login, status } = SIGNED_OUT_VISITOR.useAuth() as Pick<Auth, 'login' | 'status'>;
  expect(status).toBe('starting');
  expect(login).toThrow('call it in an effect or a handler');
});
