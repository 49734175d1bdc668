import { createHash } from 'node:crypto';
import { expect } from '../../src/fixtures/site-test.ts';
import { buildModule } from '../../src/teams/team-folder.ts';
import { verifyTest as test } from '../../src/fixtures/verify-test.ts';

const ORDERS = { name: 'orders', title: 'Orders', path: '/orders', edition: 'The first edition', details: 'What comes later' };

// One build and dozens of page loads.
test.setTimeout(300_000);

test('a correct module passes', async ({ verify }) => {
  const folder = await buildModule(ORDERS, {
    'src/list-page.tsx': `
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
        return <RequireAuth><div className="atrium-page"><PageHeading title="Orders" /><List /></div></RequireAuth>;
      }`,
    'src/list.module.css': '.count { font-weight: bold; }',
  });
  expect(await verify(folder)).toEqual({ code: 0, failed: {} });
});

/** The defect of a page, by the parts of its source. */
interface Fault {
  /** The page with the defect. It names the address too. */
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
    imports: `
      class Swallow extends Component<{ readonly children: ReactNode }> {
        override state = { failed: false };
        static getDerivedStateFromError() { return { failed: true }; }
        override render() { return this.state.failed ? null : this.props.children; }
      }`,
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
  const folder = await buildModule(ORDERS, {
    ...Object.fromEntries(pages.map((name) => [`src/${name}-page.tsx`, faultyPage(FAULTS.filter(({ page }) => page === name))])),
    'src/manifest.ts': `
      import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';
      export const manifest = defineModuleManifest({
        name: 'orders', owner: 'Team Orders', contract: '^2.0', title: { en: 'Orders' }, navigation: [],
        routes: { ${pages.map((name) => `${name}: '/orders/${name}'`).join(', ')} },
      });`,
    'src/module.ts': `
      import { definePageModule } from '@atrium/page-kit/contract/page-module';
      import './all.css';
      import { manifest } from './manifest.ts';
      export default definePageModule(manifest, {
        routes: { ${pages.map((name) => `${name}: () => import('./${name}-page.tsx')`).join(', ')} },
        start: () => new Promise<void>((resolve) => setTimeout(resolve, 400)),
      });`,
    'src/all.css': 'header a { letter-spacing: 3px; }',
    // The preset would reject this style sheet.
    'webpack.config.ts': `
      import { pageModuleConfig } from '@atrium/page-kit/webpack';
      const { plugins = [], ...config } = pageModuleConfig({ root: import.meta.dirname });
      export default { ...config, plugins: plugins.filter((plugin) => plugin?.constructor.name !== 'ConfinedStylesPlugin') };`,
  });
  const { code, failed } = await verify(folder, '--start-ms', '300', '--budget-kb', '50');
  expect(code).toBe(1);
  const { start, styles, ...ofPages } = failed;
  expect(Object.keys(ofPages).sort(), JSON.stringify(failed, null, 2)).toEqual([...new Set(FAULTS.map(({ check }) => check))].sort());
  for (const [check, findings] of Object.entries(ofPages)) {
    const expected = FAULTS.filter((fault) => fault.check === check).flatMap(({ page, finds }) => finds.map((words) => new RegExp(`^/orders/${page}\\b.*${words.source}`)));
    expect(findings.filter((finding) => !expected.some((words) => words.test(finding))), check).toEqual([]);
    for (const words of expected) expect(findings).toContainEqual(expect.stringMatching(words));
  }
  expect(start).toEqual([expect.stringMatching(/^\/orders\/\w+, .*: The start takes at least \d+ ms; the limit is 300 ms\.$/)]);
  expect(styles?.join('\n')).toMatch(/^\/: .*letter-spacing: 3px/m);
});
