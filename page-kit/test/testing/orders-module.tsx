import { auth, RequireAuth, useAuth, useSupabase } from 'auth/auth';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { defineModuleManifest } from '../../src/contract/module-manifest.ts';
import type { SearchContext, SearchResult } from '../../src/contract/page-module.ts';
import { definePageModule } from '../../src/contract/page-module.ts';
import { PageLink, showToast, sendSiteEvent } from '../../src/site/site.ts';
import { PageHeading } from '../../src/ui/ui.ts';

declare module '../../src/contract/site.ts' {
  interface SitePages {
    'billing.invoice': { readonly id: string };
    'orders.list': Readonly<Record<never, never>>;
    'orders.order': { readonly id: string };
  }
  interface SiteEvents {
    'orders.counted': { readonly count: number };
  }
}

const manifest = defineModuleManifest({
  name: 'orders',
  contract: '^0.1',
  title: { en: 'Orders' },
  routes: { list: '/orders', order: '/orders/:id', safe: '/orders/safe', approve: '/orders/approve', broken: '/orders/broken' },
  navigation: [],
  commands: {
    list: { title: { en: 'Go to orders' }, route: 'list' },
    first: { title: { en: 'Open the first order' } },
    bill: { title: { en: 'Open the bill' } },
    fail: { title: { en: 'Fail' } },
  },
  search: { orders: { title: { en: 'Orders' } }, broken: { title: { en: 'Broken' } }, lost: { title: { en: 'Lost' } } },
});

function List() {
  const client = useSupabase();
  const name = useAuth(({ user }) => String(user?.user_metadata['name']));
  const [orders, setOrders] = useState<readonly { readonly id: string; readonly title: string }[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    void client
      .from('orders_orders')
      .select('id,title')
      .order('title')
      .then(({ data, error }) => {
        if (error) setFailure(error.message);
        else setOrders(data);
      });
  }, [client]);
  const navigate = useNavigate();
  return (
    <>
      <PageHeading title="Orders" />
      <p>of {name}</p>
      {failure !== null && <p role="alert">{failure}</p>}
      <ul>
        {orders.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <input aria-label="Note" />
      <PageLink to={{ page: 'billing.invoice', params: { id: '7' } }}>Invoice</PageLink>
      <button onClick={() => void navigate('/orders/7')}>First order</button>
      <button
        onClick={() => {
          sendSiteEvent('orders.counted', { count: orders.length });
          showToast({ text: 'Counted' });
        }}
      >
        Count
      </button>
      <button onClick={() => void auth.getAuth().logout()}>Leave</button>
    </>
  );
}

function Order() {
  return (
    <>
      <PageHeading title={`Order ${String(useParams()['id'])}`} />
      <input aria-label="Remark" />
    </>
  );
}

function Broken(): never {
  throw new Error('a mistake in the page');
}

function guarded(Page: () => React.ReactNode, needs: { readonly assurance?: 'aal2'; readonly permission?: string } = {}) {
  return function Guarded() {
    return (
      <RequireAuth {...needs}>
        <Page />
      </RequireAuth>
    );
  };
}

/** A module as a page team writes one. */
export const orders = definePageModule(manifest, {
  routes: {
    list: () => Promise.resolve({ default: guarded(List) }),
    order: () => Promise.resolve({ default: guarded(Order) }),
    safe: () => Promise.resolve({ default: guarded(() => <PageHeading title="Safe" />, { assurance: 'aal2' }) }),
    approve: () => Promise.resolve({ default: guarded(() => <PageHeading title="Approve" />, { permission: 'orders.approve' }) }),
    broken: () => Promise.resolve({ default: Broken }),
  },
  commands: {
    first: () => Promise.resolve({ default: ({ goTo }) => void goTo({ page: 'orders.order', params: { id: '1' } }) }),
    bill: () =>
      Promise.resolve({
        default: ({ auth: { getAuth }, pathname, goTo }) => {
          if (!goTo({ page: 'billing.invoice', params: { id: '7' } })) showToast({ text: `No bill on ${pathname} for ${getAuth().user?.email}` });
        },
      }),
    fail: () => Promise.resolve({ default: () => Promise.reject(new Error('a mistake in the command')) }),
  },
  search: {
    orders: () => Promise.resolve({ default: searchOrders }),
    // @ts-expect-error -- a title is required
    broken: () => Promise.resolve({ default: () => Promise.resolve([{ key: '1', to: { page: 'orders.list' } }]) }),
    // @ts-expect-error -- the page needs a parameter
    lost: () => Promise.resolve({ default: (query) => Promise.resolve([{ key: '1', title: 'Ink', to: { page: query } }]) }),
  },
});

async function searchOrders(query: string, { auth: { getSupabase }, signal }: SearchContext): Promise<readonly SearchResult[]> {
  const client = await getSupabase();
  const { data, error } = await client.from('orders_orders').select('id,title').ilike('title', `%${query}%`).abortSignal(signal);
  if (error) throw new Error(error.message);
  return data.map(({ id, title }) => ({ key: String(id), title: String(title), to: { page: 'orders.order', params: { id: String(id) } } }));
}
