import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { PageModule } from '@atrium/page-kit/contract/page-module';
import { PageHeading } from '@atrium/page-kit/ui';
import { PREVIEW_BLOCK_ID } from '@atrium/releases/wire';
import type { LoadOutcome } from '../../src/runtime/site-source.ts';
import { provideOpenTab } from '../../src/site.tsx';
import { manifestOf, moduleFor, moduleOf, renderSite, unavailable } from '../render-site.tsx';
import { signInDouble } from '../sign-in-double.tsx';
import { sentReports } from './sent-reports.ts';

let reported: string[];
const { fetch: fetchBefore } = globalThis;

beforeEach(() => {
  window.scrollTo = () => undefined;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  reported = [];
  globalThis.fetch = (input, init) => {
    if (input !== '/__atrium/reports') return Promise.reject(new TypeError('Failed to fetch'));
    reported.push(...sentReports(init?.body).filter((report) => !report.startsWith('load ')));
    return Promise.resolve(new Response(null, { status: 204 }));
  };
});

afterEach(() => {
  jest.restoreAllMocks();
  globalThis.fetch = fetchBefore;
  document.getElementById(PREVIEW_BLOCK_ID)?.remove();
});

const orders = manifestOf('orders');

const working = (release: string): LoadOutcome<PageModule> => ({ success: true, value: moduleOf(orders, () => <PageHeading title={`Orders ${release}`} />) });

function throwing(): never {
  throw new Error('boom');
}

/** Opens the page of a module with two releases, and then loads the open tab's code. */
async function visited(load: (release: string) => LoadOutcome<PageModule>, heading: string | RegExp, releases: { shell: string; auth: null } | null = { shell: 's', auth: null }) {
  const { module } = signInDouble();
  const loads = await renderSite('/orders', {
    auth: () => ({ success: true, value: module }),
    modules: [moduleFor(orders, 'live', 'previous')],
    releases,
    loadPageModule: (_name, release) => Promise.resolve(load(release)),
  });
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  provideOpenTab(loads);
  await act(() => loads.openTab.get());
  return loads;
}

const leave = () => window.dispatchEvent(new Event('pagehide'));

test('reports a page that is shown', async () => {
  await visited(working, 'Orders live');
  leave();
  expect(reported).toEqual(['shown orders live']);
});

test.each<[string, (release: string) => LoadOutcome<PageModule>]>([
  ['cannot be loaded', (release) => (release === 'live' ? unavailable('orders', 'live') : working(release))],
  ['throws at its first render', (release) => (release === 'live' ? { success: true, value: moduleOf(orders, throwing) } : working(release))],
])("reports the first page's release that %s as failed, and its replacement as shown", async (_what, load) => {
  await visited(load, 'Orders previous');
  leave();
  expect([...reported].sort()).toEqual(['failed orders live', 'failure orders live', 'shown orders previous']);
});

test('reports a release that cannot be loaded as failed, also without a previous one and in place of the live one', async () => {
  await visited((release) => unavailable('orders', release), /did not load/);
  leave();
  expect([...reported].sort()).toEqual(['failed orders live', 'failed orders previous', 'failure orders live', 'failure orders previous']);
});

test('does not report a failure while offline, not even later', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const loads = await visited((release) => (release === 'live' ? unavailable('orders', 'live') : working(release)), 'Orders previous');
  online.mockReturnValue(true);
  act(() => loads.modules.replace(loads.modules.list, true));
  leave();
  expect(reported).not.toContain('failed orders live');
});

test('reports a page that throws later as an error, not as failed', async () => {
  let broken = false;
  function Fragile() {
    const [, redraw] = useState(0);
    if (broken) throw new Error('boom');
    return <button onClick={() => redraw((count) => count + 1)} type="button"><PageHeading title="Orders" /></button>;
  }
  await visited(() => ({ success: true, value: moduleOf(orders, Fragile) }), 'Orders');
  broken = true;
  await userEvent.click(screen.getByRole('button', { name: 'Orders' }));
  expect(await screen.findByText('The page ran into an error. The rest of the site is working.')).toBeVisible();
  leave();
  expect(reported).toEqual(['shown orders live', 'error orders live', 'failure orders live']);
});

test('reports nothing in a preview', async () => {
  const block = document.createElement('script');
  block.id = PREVIEW_BLOCK_ID;
  block.type = 'application/json';
  block.textContent = JSON.stringify({ shown: { name: 'orders', release: 'abcdefgh234567ab', team: 'orders-team', expires: 4e9 } });
  document.head.append(block);
  await visited(working, 'Orders live');
  leave();
  expect(reported).toEqual([]);
});

test('reports nothing without separate releases', async () => {
  await visited(working, 'Orders live', null);
  leave();
  expect(reported).toEqual([]);
});
