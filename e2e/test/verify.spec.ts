import path from 'node:path';
import { ROOT } from '../../scripts/site-parts.ts';
import { expect } from '../src/site-test.ts';
import { buildModule } from '../src/team-folder.ts';
import { verifyTest as test } from '../src/verify-test.ts';

const ORDERS = { name: 'orders', title: 'Orders', path: '/orders', edition: 'The first edition', details: 'What comes later' };

// A build, and some dozen loads of the site.
test.setTimeout(180_000);

/** A page like the module's own, with something in it. */
function page({ code = '', body = '', heading = '<PageHeading title="Orders" />', imports = '' }): Readonly<Record<string, string>> {
  return {
    'src/list-page.tsx': `
      import { PageHeading } from '@atrium/page-kit/ui';
      import { Component, useEffect, type ReactNode } from 'react';
      import { useSupabase } from 'auth/auth';
      ${imports}
      void [Component, useEffect, useSupabase, PageHeading];
      export default function ListPage() {
        ${code}
        return <div className="atrium-page">${heading}${body}</div>;
      }`,
  };
}

test('a good module passes', async ({ workplace, verify }) => {
  const folder = await buildModule(workplace, ORDERS, {
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

for (const name of ['account', 'workspace']) {
  test(`the site’s own ${name} passes`, async ({ verify }) => {
    expect(await verify(path.join(ROOT, 'pages-remote', name))).toEqual({ code: 0, failed: {} });
  });
}

const BAD: readonly { readonly check: string; readonly files: Readonly<Record<string, string>>; readonly options?: readonly string[]; readonly finds: readonly RegExp[] }[] = [
  {
    check: 'start',
    files: {
      'src/module.ts': `
        import { definePageModule } from '@atrium/page-kit/contract/page-module';
        import { facts } from './facts.ts';
        export default definePageModule(facts, {
          routes: { list: () => import('./list-page.tsx') },
          start: () => new Promise<void>((resolve) => setTimeout(resolve, 1_000)),
        });`,
    },
    options: ['--start-ms', '300'],
    finds: [/300 ms are allowed/],
  },
  { check: 'routes', files: page({ body: '<h1>And orders</h1>' }), finds: [/2 first-level headings \(Orders, And orders\)/] },
  { check: 'navigation', files: page({ heading: '<h1>Orders</h1>' }), finds: [/The title is "Atrium"/, /does not get the focus/, /Nothing announces/] },
  { check: 'accessibility', files: page({ body: '<input />' }), finds: [/light: .*label/, /dark: .*label/] },
  {
    check: 'errors',
    files: page({
      imports: `
        class Swallow extends Component<{ readonly children: ReactNode }> {
          override state = { failed: false };
          static getDerivedStateFromError() { return { failed: true }; }
          override render() { return this.state.failed ? null : this.props.children; }
        }`,
      code: `
        const client = useSupabase();
        useEffect(() => void client.from('orders_items').select().then(({ error }) => { if (error) throw new Error('No orders.'); }), [client]);`,
      heading: '<Swallow><PageHeading title="Orders" /></Swallow>',
    }),
    finds: [/the page is blank/, /nobody caught "No orders\."/],
  },
  {
    check: 'leftovers',
    files: page({ code: `useEffect(() => { setInterval(() => undefined, 1_000); window.addEventListener('scroll', () => undefined); }, []);` }),
    finds: [/an interval that still runs/, /a listener for "scroll" on window/],
  },
  { check: 'size', files: {}, options: ['--budget-kb', '1'], finds: [/compressed, and 1\.0 kB are allowed/] },
  {
    check: 'globals',
    files: page({ code: `useEffect(() => { Object.assign(window, { orders: 1 }); localStorage.setItem('filter', 'open'); document.body.classList.add('busy'); }, []);` }),
    finds: [/global orders/, /localStorage filter/, /class="busy"/],
  },
  {
    check: 'styles',
    files: { ...page({ imports: `import './all.css';` }), 'src/all.css': 'header a { letter-spacing: 3px; }' },
    finds: [/letter-spacing: 3px/],
  },
];

for (const { check, files, options = [], finds } of BAD) {
  test(`a module that is bad at ${check} fails that check, and no other`, async ({ workplace, verify }) => {
    const { code, failed } = await verify(await buildModule(workplace, ORDERS, files), ...options);
    expect([code, Object.keys(failed)], JSON.stringify(failed, null, 2)).toEqual([1, [check]]);
    for (const words of finds) expect(failed[check]?.join('\n')).toMatch(words);
  });
}
