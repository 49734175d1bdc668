import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import * as v from 'valibot';
import { moduleFiles, type SmallModule } from './small-module.ts';
import { buildModule } from './team-folder.ts';

/** Runs `atrium verify` in a folder. */
type Verify = (folder: string, ...options: readonly string[]) => Promise<{ readonly ended: unknown; readonly failed: Readonly<Record<string, readonly string[]>> }>;

/** The module that is verified. */
export const ORDERS: SmallModule = { name: 'orders', title: 'Orders', path: '/orders', edition: 'The first edition', details: 'What comes later' };

/** The declarations of extensions, as source text, with these sizes. */
export function extensions(slots: Readonly<Record<string, readonly [slot: string, size: string, audience?: string]>>): string {
  return Object.entries(slots).map(([key, [slot, size, audience = '']]) =>
    `${key}: { slot: '${slot}', slotVersion: '1.0', title: { en: '${key}' }, size: { ${size} }, ${audience} },`).join('\n');
}

/** The loaders of pages or extensions, as source text. */
export function loaders(keys: readonly string[], kind: 'page' | 'extension'): string {
  return keys.map((key) => `${key}: () => import('./${key}-${kind}.tsx'),`).join('\n');
}

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

const packageSchema = v.pipe(v.string(), v.parseJson(), v.looseObject({}));

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
  { page: 'crowded', check: 'accessibility', body: '<input /><p className="night">Only by day</p>', finds: [/light: .*label/, /dark: .*contrast/] },
  {
    page: 'crowded',
    check: 'leftovers',
    code: `useEffect(() => { sessionStorage.setItem('orders-seen', 'yes'); setInterval(() => undefined, 1_000); window.addEventListener('scroll', () => undefined); }, []);`,
    finds: [/a running interval/, /a listener for "scroll" on window/],
  },
  {
    page: 'crowded',
    check: 'leftovers',
    imports: `
      import { Suspense } from 'react';
      function Observed() {
        const client = useSupabase();
        useEffect(() => {
          client.channel('orders').subscribe();
          // Fails the check of routes if the settings have not filled the bucket.
          void client.storage.from('receipts').createSignedUrl('bread.txt', 60).then(({ error }) => error && console.error('No receipt: ' + error.message));
          new MutationObserver(() => undefined).observe(document.body, { childList: true });
          const kept = new ResizeObserver(() => undefined);
          kept.observe(document.body);
          const removed = new IntersectionObserver(() => undefined);
          for (const element of [document.body, ...document.querySelectorAll('main *')]) removed.observe(element);
          return () => removed.unobserve(document.body);
        }, [client]);
        return null;
      }`,
    body: `{!navigator.userAgent.includes('jsdom') && <Suspense fallback={null}><Observed /></Suspense>}`,
    finds: [/the realtime channel "orders" joined/, /a MutationObserver/, /a ResizeObserver/],
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
    page: 'waiting',
    check: 'errors',
    imports: `
      import { Skeleton } from '@atrium/page-kit/ui';
      import { useState } from 'react';`,
    code: `
      const client = useSupabase();
      const [rows, setRows] = useState<readonly unknown[] | null>(null);
      useEffect(() => void client.from('orders_items').select().then(({ data }) => { if (data) setRows(data); }), [client]);`,
    heading: '<PageHeading title="Orders on their way" />',
    body: '{rows === null && <Skeleton />}',
    finds: [/the page keeps loading, and shows no message/],
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
    page: 'crowded',
    check: 'prerendered',
    body: `<p>{navigator.userAgent.includes('jsdom') ? 'Hello from the build' : 'Hello from the browser'}</p>`,
    finds: [/in the language en: The build has the text “Hello from the build” where the browser renders the text “Hello from the browser”\./],
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
  { page: 'high', check: 'accessibility', body: '<input />', finds: [/light: .*label/] },
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

/** A page without defects. It redirects users who come from another page, so no visit may know of the ones before. */
const GOOD_PAGE = `
  import { PageHeading } from '@atrium/page-kit/ui';
  import { Navigate } from 'react-router-dom';
  export default function GoodPage() {
    if (sessionStorage.getItem('orders-seen')) return <Navigate to="/" replace />;
    return <div className="atrium-page"><PageHeading title="Good orders" /></div>;
  }`;

/** The slot, size and audience of the extensions that differ from the others. */
const DECLARATIONS: Readonly<Record<string, readonly [slot: string, size: string, audience?: string]>> = {
  moving: ['site.home', 'height: 40, maxHeight: 400'],
  forbidden: ['site.home', 'height: 80', "permission: 'orders.read'"],
};

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

/** Verifies a module with defects, and expects that each check finds its own, and nothing else. */
export async function verifyFaults(verify: Verify): Promise<void> {
  const pages = [...new Set([...FAULTS.map(({ page }) => page), 'good'])];
  const prerendered = [...new Set(FAULTS.filter(({ check }) => check === 'prerendered').map(({ page }) => page))];
  const keys = [...new Set(EXTENSION_FAULTS.map(({ page }) => page))];
  const sources = (faults: readonly Fault[], kind: 'page' | 'extension') =>
    [...new Set(faults.map(({ page }) => page))].map((name): [string, string] => [`src/${name}-${kind}.tsx`, faultyPage(faults.filter(({ page }) => page === name))]);
  const settings = { buckets: { receipts: { files: { 'bread.txt': 'data:text/plain,Bread' } } } };
  const folder = await buildModule(ORDERS, {
    'package.json': JSON.stringify({ ...v.parse(packageSchema, moduleFiles(ORDERS)['package.json']), atrium: { verify: settings } }),
    ...Object.fromEntries([...sources(FAULTS, 'page'), ...sources(EXTENSION_FAULTS, 'extension')]),
    'src/good-page.tsx': GOOD_PAGE,
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
        prerender: [${prerendered.map((name) => `'${name}'`).join(', ')}],
        slots: { unused: { version: '1.0' } },
        extensions: { ${extensions(Object.fromEntries(keys.map((key) => [key, DECLARATIONS[key] ?? ['site.home', 'height: 80']])))} },
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
    'src/all.css': 'header a { letter-spacing: 3px; } .night { color: #101413; }',
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
}
