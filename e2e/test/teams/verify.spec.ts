import { createHash } from 'node:crypto';
import { expect } from '../../src/fixtures/site-test.ts';
import { buildModule } from '../../src/teams/team-folder.ts';
import { verifyTest as test } from '../../src/fixtures/verify-test.ts';

const ORDERS = { name: 'orders', title: 'Orders', path: '/orders', edition: 'The first edition', details: 'What comes later' };

// One build and dozens of page loads.
test.setTimeout(300_000);

/** The declarations of extensions, as source text, with these sizes. */
function extensions(slots: Readonly<Record<string, readonly [slot: string, size: string, audience?: string]>>): string {
  return Object.entries(slots).map(([key, [slot, size, audience = '']]) =>
    `${key}: { slot: '${slot}', slotVersion: '1.0', title: { en: '${key}' }, size: { ${size} }, ${audience} },`).join('\n');
}

function loaders(keys: readonly string[], kind: 'page' | 'extension'): string {
  return keys.map((key) => `${key}: () => import('./${key}-${kind}.tsx'),`).join('\n');
}

test('a correct module passes', async ({ verify }) => {
  const folder = await buildModule(ORDERS, {
    'src/manifest.ts': `
      import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';
      export const manifest = defineModuleManifest({
        name: 'orders', owner: 'Team Orders', contract: '^2.0', title: { en: 'Orders' }, navigation: [],
        routes: { list: '/orders' },
        slots: { notes: { version: '1.0' } },
        extensions: {
          ${extensions({ card: ['site.home', 'height: 200', "requires: 'signed-in'"], section: ['account.sections', 'height: 200'], note: ['orders.notes', 'height: 40'], later: ['sales.cards', 'height: 40'] })}
        },
      });`,
    'src/module.ts': `
      import { definePageModule } from '@atrium/page-kit/contract/page-module';
      import { manifest } from './manifest.ts';
      export default definePageModule(manifest, {
        routes: { ${loaders(['list'], 'page')} },
        extensions: { card: () => import('./card.tsx'), section: () => import('./card.tsx'), ${loaders(['note', 'later'], 'extension')} },
      });`,
    'src/slots.ts': `
      export {};
      declare module '@atrium/page-kit/contract/site' {
        interface SiteSlots { 'orders.notes': { readonly count: number } }
      }`,
    'src/note-extension.tsx': `export default function Note({ count }: { readonly count: number }) { return <p>{count} notes</p>; }`,
    'src/later-extension.tsx': `export default function Later() { return <p>Later</p>; }`,
    'src/card.tsx': `
      import { Alert, Card, Skeleton } from '@atrium/page-kit/ui';
      import { useSupabase } from 'auth/auth';
      import { Suspense, useEffect, useState } from 'react';
      import styles from './list.module.css';
      function Count() {
        const client = useSupabase();
        const [rows, setRows] = useState<readonly unknown[] | null | undefined>();
        useEffect(() => {
          void client.from('orders_items').select('id').then(({ data }) => setRows(data));
          const timer = setInterval(() => undefined, 60_000);
          return () => clearInterval(timer);
        }, [client]);
        if (rows === undefined) return <Skeleton lines={1} />;
        return rows === null ? <Alert>Orders cannot be read. Try again later.</Alert> : <p className={styles['count']}>{rows.length} orders</p>;
      }
      export default function OrdersCard() {
        return <Card><h2>Open orders</h2><Suspense fallback={<Skeleton lines={1} />}><Count /></Suspense></Card>;
      }`,
    'src/list-page.tsx': `
      import { Slot } from '@atrium/page-kit/site';
      import { Alert, PageHeading } from '@atrium/page-kit/ui';
      import { RequireAuth, useSupabase } from 'auth/auth';
      import { useEffect, useState } from 'react';
      import styles from './list.module.css';
      function List() {
        const client = useSupabase();
        const [rows, setRows] = useState<readonly unknown[] | null>([]);
        useEffect(() => {
          const read = async () => setRows((await client.from('orders_items').select('id')).data);
          void read();
          const channel = client.channel('orders').on('broadcast', { event: 'new' }, () => void read()).subscribe();
          const timer = setInterval(() => void read(), 60_000);
          const wake = () => void read();
          window.addEventListener('focus', wake);
          localStorage.setItem('orders-visited', 'yes');
          return () => {
            clearInterval(timer);
            window.removeEventListener('focus', wake);
            void client.removeChannel(channel);
          };
        }, [client]);
        return rows === null ? <Alert>Orders cannot be read. Try again later.</Alert> : <p className={styles['count']}>{rows.length} orders</p>;
      }
      export default function ListPage() {
        return <RequireAuth><div className="atrium-page"><PageHeading title="Orders" /><List /><Slot name="orders.notes" count={3} /></div></RequireAuth>;
      }`,
    'src/list.module.css': '.count { font-weight: bold; }',
  });
  expect(await verify(folder)).toEqual({ ended: 0, failed: {}, waiting: ['orders.later'] });
});

/** The defect of a page or an extension, by the parts of its source. */
interface Fault {
  /** The page with the defect, which names the address too, or the extension. */
  readonly page: string;
  /** The check that fails. */
  readonly check: string;
  readonly imports?: string;
  readonly code?: string;
  readonly heading?: string;
  readonly body?: string;
  /** The expected findings. Any other finding fails the test. */
  readonly finds: readonly RegExp[];
}

/** 60 kB that cannot be compressed. They are the same in each run, so that the build is, too. */
const INCOMPRESSIBLE = Array.from({ length: 1_875 }, (_, index) => createHash('sha256').update(String(index)).digest('hex')).join('');

/** An error boundary that shows nothing. */
const SWALLOW = `
  class Swallow extends Component<{ readonly children: ReactNode }> {
    override state = { failed: false };
    static getDerivedStateFromError() { return { failed: true }; }
    override render() { return this.state.failed ? null : this.props.children; }
  }`;

/** Each page is opened many times, so defects for different checks share a page. */
const FAULTS: readonly Fault[] = [
  { page: 'crowded', check: 'routes', body: '<h1>And orders</h1>', finds: [/2 h1 headings \(Orders, And orders\)/] },
  { page: 'crowded', check: 'navigation', heading: '<h1>Orders</h1>', finds: [/The title "Atrium" does not contain/, /gets the focus/, /is not announced/] },
  { page: 'crowded', check: 'accessibility', body: '<input />', finds: [/light: .*label/, /dark: .*label/] },
  {
    page: 'crowded',
    check: 'leftovers',
    code: `useEffect(() => { setInterval(() => undefined, 1_000); window.addEventListener('scroll', () => undefined); }, []);`,
    finds: [/a running interval/, /a listener for "scroll" on window/],
  },
  {
    page: 'crowded',
    check: 'size',
    imports: `const large = '${INCOMPRESSIBLE}';`,
    body: '<p>{large.slice(0, 9)}</p>',
    finds: [/It loads \d+\.\d kB of the module, compressed; the budget is 50\.0 kB/],
  },
  {
    page: 'restless',
    check: 'routes',
    imports: 'let visits = 0;',
    code: `useEffect(() => { visits += 1; if (visits > 1) console.error('There is a page already.'); }, []);`,
    finds: [/Console error when the page is left and visited again: There is a page already\./],
  },
  {
    page: 'restless',
    check: 'navigation',
    code: `useEffect(() => (document.querySelector('main input') as HTMLElement | null)?.focus(), []);`,
    body: '<label>From <input /></label><label>To <input /></label>',
    finds: [/gets the focus/],
  },
  {
    page: 'restless',
    check: 'errors',
    imports: SWALLOW,
    code: `
      const client = useSupabase();
      useEffect(() => void client.from('orders_items').select().then(({ error }) => { if (error) throw new Error('No orders.'); }), [client]);`,
    heading: '<Swallow><PageHeading title="Page of errors" /></Swallow>',
    finds: [/the page is blank/, /uncaught error "No orders\."/],
  },
  {
    page: 'restless',
    check: 'globals',
    code: `
      useEffect(() => {
        Object.assign(window, { orders: 1, onresize: () => undefined });
        localStorage.setItem('filter', 'open');
        document.body.classList.add('busy');
      }, []);`,
    finds: [/global orders/, /handler onresize of window/, /localStorage filter/, /class="busy"/],
  },
  {
    page: 'unseen',
    check: 'routes',
    imports: `import { Navigate } from 'react-router-dom';`,
    heading: '<Navigate to="/" replace />',
    finds: [/The page was not checked, because it redirects every visitor to \/\./],
  },
];

/** The extensions with defects, by their keys. Their `heading` is not a page's heading. */
const EXTENSION_FAULTS: readonly Fault[] = [
  { page: 'high', check: 'space', body: '{Array.from({ length: 20 }, (_, line) => <p key={line}>Line {line}</p>)}', finds: [/needs a height of \d+ pixels\. Its maximum is 80, so it scrolls/] },
  { page: 'high', check: 'accessibility', body: '<input />', finds: [/light: .*label/, /dark: .*label/] },
  { page: 'high', check: 'leftovers', code: 'useEffect(() => { setInterval(() => undefined, 1_000); }, []);', finds: [/a running interval/] },
  {
    page: 'high',
    check: 'globals',
    code: `useEffect(() => localStorage.setItem('draft', 'yes'), []);`,
    finds: [/localStorage draft/],
  },
  {
    page: 'moving',
    check: 'space',
    imports: `import { useState } from 'react';`,
    code: `
      const [isLate, setLate] = useState(false);
      useEffect(() => { requestAnimationFrame(() => requestAnimationFrame(() => setLate(true))); }, []);`,
    body: '{isLate && <div style={{ height: 80 }} />}<p>This moves</p>',
    finds: [/needs a height of \d+ pixels and reserves 40, so the page below it moves/, /After it has appeared, <p> “This moves” moves \d+ pixels down/],
  },
  {
    page: 'silent',
    check: 'errors',
    imports: `
      import { Suspense } from 'react';
      ${SWALLOW}
      function Rows() {
        const client = useSupabase();
        useEffect(() => void client.from('orders_items').select().then(({ error }) => { if (error) throw new Error('No orders.'); }), [client]);
        return <p>Some orders</p>;
      }`,
    body: '<Swallow><Suspense><Rows /></Suspense></Swallow>',
    finds: [/the extension shows nothing/, /uncaught error "No orders\."/],
  },
  { page: 'failing', check: 'extensions', code: `if (location.pathname === '/') throw new Error('boom');`, finds: [/The site shows a card instead: .*Failing/i, /Console error: .*boom/, /Console error: The extension failing of orders is not available/] },
  { page: 'empty', check: 'extensions', finds: [/It shows nothing\./] },
  { page: 'empty', check: 'errors', finds: [/the extension shows nothing/] },
  { page: 'forbidden', check: 'extensions', body: '<p>Only for some</p>', finds: [/It was not checked, because no visitor sees it at \/\./] },
];

function faultyPage(faults: readonly Fault[]): string {
  const all = (part: 'imports' | 'code' | 'heading' | 'body') => faults.map((fault) => fault[part] ?? '').join('\n');
  return `
    import { PageHeading } from '@atrium/page-kit/ui';
    import { Component, useEffect, type ReactNode } from 'react';
    import { useSupabase } from 'auth/auth';
    ${all('imports')}
    void [Component, useEffect, useSupabase, PageHeading];
    export default function FaultyPage() {
      ${all('code')}
      return <div className="atrium-page">${all('heading')}${all('body')}</div>;
    }`;
}

test('each check finds its own defect, and nothing else', async ({ verify }) => {
  const pages = [...new Set(FAULTS.map(({ page }) => page))];
  const keys = [...new Set(EXTENSION_FAULTS.map(({ page }) => page))];
  const sources = (faults: readonly Fault[], kind: 'page' | 'extension') =>
    [...new Set(faults.map(({ page }) => page))].map((name): [string, string] => [`src/${name}-${kind}.tsx`, faultyPage(faults.filter(({ page }) => page === name))]);
  const folder = await buildModule(ORDERS, {
    ...Object.fromEntries([...sources(FAULTS, 'page'), ...sources(EXTENSION_FAULTS, 'extension')]),
    'src/slots.ts': `
      export {};
      declare module '@atrium/page-kit/contract/site' {
        interface SiteSlots { 'orders.unused': { readonly order: string } }
      }`,
    'src/manifest.ts': `
      import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';
      export const manifest = defineModuleManifest({
        name: 'orders', owner: 'Team Orders', contract: '^2.0', title: { en: 'Orders' }, navigation: [],
        routes: { ${pages.map((name) => `${name}: '/orders/${name}'`).join(', ')} },
        slots: { unused: { version: '1.0' } },
        extensions: { ${extensions({
          ...Object.fromEntries(keys.map((key) => [key, ['site.home', 'height: 80']])),
          moving: ['site.home', 'height: 40, maxHeight: 400'],
          forbidden: ['site.home', 'height: 80', "permission: 'orders.read'"],
        })} },
      });`,
    'src/module.ts': `
      import { definePageModule } from '@atrium/page-kit/contract/page-module';
      import './all.css';
      import { manifest } from './manifest.ts';
      export default definePageModule(manifest, {
        routes: { ${loaders(pages, 'page')} },
        extensions: { ${loaders(keys, 'extension')} },
        start: () => new Promise<void>((resolve) => setTimeout(resolve, 400)),
      });`,
    'src/all.css': 'header a { letter-spacing: 3px; }',
    // The preset would reject this style sheet.
    'webpack.config.mjs': `
      import { importSource } from './node_modules/@atrium/page-kit/bin/import-source.mjs';
      const { pageModuleConfig } = await importSource('webpack/remote-config');
      const { plugins = [], ...config } = pageModuleConfig({ root: import.meta.dirname });
      export default { ...config, plugins: plugins.filter((plugin) => plugin?.constructor.name !== 'ConfinedStylesPlugin') };`,
  });
  const { ended, failed } = await verify(folder, '--start-ms', '300', '--budget-kb', '50');
  expect(ended).toBe(1);
  const { start, styles, slots, ...others } = failed;
  const faults = [...FAULTS.map((fault) => ({ ...fault, where: `/orders/${fault.page}` })), ...EXTENSION_FAULTS.map((fault) => ({ ...fault, where: `extension ${fault.page}` }))];
  expect(Object.keys(others).sort(), JSON.stringify(failed, null, 2)).toEqual([...new Set(faults.map(({ check }) => check))].sort());
  for (const [check, findings] of Object.entries(others)) {
    const expected = faults.filter((fault) => fault.check === check).flatMap(({ where, finds }) => finds.map((words) => new RegExp(`^${where}\\b.*${words.source}`, words.flags)));
    expect(findings.filter((finding) => !expected.some((words) => words.test(finding))), check).toEqual([]);
    for (const words of expected) expect(findings).toContainEqual(expect.stringMatching(words));
  }
  expect(slots).toEqual(['slot orders.unused: No page of the module shows it.']);
  expect(start).toEqual([expect.stringMatching(/^\/orders\/\w+, .*: The start takes at least \d+ ms; the limit is 300 ms\.$/)]);
  expect(styles?.join('\n')).toMatch(/^\/: .*letter-spacing: 3px/m);
});
