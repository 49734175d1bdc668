import { expect } from '../src/fixtures/site-test.ts';
import { verifyTest as test } from '../src/fixtures/verify-test.ts';
import { extensions, loaders, ORDERS, verifyFaults } from '../src/teams/faulty-module.ts';
import { buildModule } from '../src/teams/team-folder.ts';

// One build and dozens of page loads.
test.setTimeout(300_000);

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

test('each check finds its own defect, and nothing else', async ({ verify }) => verifyFaults(verify));
