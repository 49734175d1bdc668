import '@testing-library/jest-dom';
import type { AuthState } from '@atrium/page-kit/contract/auth';
import { PREVIEW_BLOCK_ID } from '@atrium/releases/wire';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { inspectorText } from '../../src/inspector/messages.ts';
import { problemOf } from '../../src/inspector/replacement.ts';
import { LIVE, PREVIOUS, ScreenDouble } from '../extensions/render-slot.tsx';
import { ada } from '../sign-in-double.tsx';
import { RESPONSES, CANARY, entry, inspect, openRow, openSite, ORDERS, recordFiles, type PlatformResponses } from './open-inspector.tsx';

const { fetch: fetchBefore } = globalThis;

beforeEach(() => {
  window.scrollTo = () => undefined;
  new ScreenDouble();
  recordFiles(() => []);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  document.getElementById(PREVIEW_BLOCK_ID)?.remove();
  sessionStorage.clear();
  jest.restoreAllMocks();
  globalThis.fetch = fetchBefore;
});

function showPreview(shown: object): void {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = PREVIEW_BLOCK_ID;
  block.textContent = JSON.stringify({ shown });
  document.head.append(block);
}

describe('for the platform team', () => {
  test('offers the releases of the registry and of the history', async () => {
    const { server } = await openSite();
    await screen.findByText('Three orders');
    await inspect();
    await openRow(/The count/);
    const choice = await screen.findByRole('group', { name: 'Replace by another stored release' });
    expect(within(choice).getAllByRole('listitem').map(({ textContent }) => textContent.replace(/Oct.*?[AP]M/, 'T'))).toEqual([
      'ccccddddCanary, 5%',
      'aaaabbbbLive · T · in this tab',
      'bbbbccccPrevious · T',
      'oooollllEarlier · T',
    ]);
    expect(within(choice).getByRole('radio', { name: /Live/ })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Replace in this tab' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('button', { name: 'Show older releases' })).toBeNull();
    expect(new Set(server.requested)).toEqual(new Set(['GET /__atrium/releases/member', 'GET /__atrium/releases/state', 'GET /__atrium/releases/log?limit=20&name=orders']));
  });

  test('loads older releases of a long history', async () => {
    const newest = Array.from({ length: 20 }, (_, index) => entry(50 - index, `release${String.fromCharCode(97 + index).repeat(9)}`, LIVE));
    const { server } = await openSite(ORDERS, { responses: { log: [200, { entries: newest }] } });
    await inspect();
    await openRow(/The count/);
    const older = await screen.findByRole('button', { name: 'Show older releases' });
    server.responses = { ...RESPONSES };
    await userEvent.click(older);
    expect(await screen.findByText('oooollll')).toBeVisible();
    expect(server.requested.at(-1)).toBe('GET /__atrium/releases/log?limit=20&name=orders&before=31');
    expect(screen.queryByRole('button', { name: 'Show older releases' })).toBeNull();
  });

  test.each<[string, PlatformResponses, RegExp]>([
    ['the release is not stored', { confirmation: [404, { error: { code: 'preview-not-stored' } }] }, /no longer stored/],
    ['no team can sign', { link: [409, { error: { code: 'no-preview-signer' } }] }, /atrium token create/],
    ['the server fails', { link: [500, { error: { code: 'failed' } }] }, /did not respond/],
  ])('changes nothing and says why if %s', async (_what, responses, text) => {
    await openSite(ORDERS, { responses });
    await inspect();
    await openRow(/The count/);
    await userEvent.click(await screen.findByRole('radio', { name: /Canary/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Replace in this tab' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Replace in this tab' })).not.toHaveAttribute('aria-busy'));
  });

  test.each([
    ['not-platform-team', /Only the platform team/],
    ['second-factor-needed', /two-step verification code/],
  ] as const)('has an explanation for %s', (refusal, text) => {
    expect(inspectorText(`problem.${problemOf(refusal)}`)).toMatch(text);
  });

  test('retries when the releases do not load', async () => {
    const { server } = await openSite(ORDERS, { responses: { state: null } });
    await inspect();
    await openRow(/The count/);
    expect(await screen.findByRole('alert')).toHaveTextContent('The site did not respond.');
    server.responses = { ...RESPONSES };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('radio', { name: /Canary/ })).toBeVisible();
  });

  // Last, because React holds the pending state of every button back while the page is being left.
  test('opens the page with another release as a preview', async () => {
    const { server } = await openSite();
    await inspect();
    await openRow(/The count/);
    await userEvent.click(await screen.findByRole('radio', { name: /Canary/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Replace in this tab' }));
    await waitFor(() => expect(server.requested.slice(-2)).toEqual(['POST /__atrium/releases/preview', 'POST /__atrium/preview']));
    expect(server.sent).toEqual([{ name: 'orders', release: CANARY, path: '/home' }, { link: 'v1.link' }]);
    window.dispatchEvent(new Event('pagehide'));
    expect(sessionStorage.getItem('atrium-inspector')).toBe('open');
    expect(screen.getByRole('button', { name: 'Replace in this tab' })).toHaveAttribute('aria-busy', 'true');
  });
});

describe('in a preview', () => {
  const SHOWN = { name: 'orders', release: LIVE, team: 'orders', expires: 4_000_000_000 };
  const PREVIEWED = { orders: { [LIVE]: { components: { count: () => <p>Three orders</p> } }, [PREVIOUS]: {} } };
  const USER: Partial<AuthState> = { user: ada, assurance: { currentLevel: 'aal1', nextLevel: 'aal1' } };

  test('offers a user outside the platform team the live and the previewed release only', async () => {
    showPreview(SHOWN);
    const { server } = await openSite(PREVIEWED, { auth: USER });
    await screen.findByText('Three orders');
    await inspect();
    await openRow(/The count/);
    expect(screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent)).toEqual(['aaaabbbbPreview · in this tab', 'bbbbccccLive']);
    await userEvent.click(screen.getByRole('button', { name: /The count/ }));
    await openRow(/The home/);
    expect(screen.queryByRole('radio')).toBeNull();
    expect(server.requested).toEqual([]);
  });

  test('one click goes back to the live release', async () => {
    showPreview(SHOWN);
    sessionStorage.setItem('atrium-preview', 'digest');
    const { server } = await openSite(PREVIEWED, { auth: USER });
    const panel = await inspect();
    expect(within(panel).getByText(/^The orders: release aaaabbbbccccdddd, in this tab until /)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Go back to the live release' }));
    await waitFor(() => expect(server.requested).toEqual(['DELETE /__atrium/preview']));
    expect(sessionStorage.getItem('atrium-preview')).toBeNull();
  });

  test('opens again after a reload, without taking the focus', async () => {
    showPreview(SHOWN);
    sessionStorage.setItem('atrium-inspector', 'open');
    await openSite(PREVIEWED, { auth: USER });
    expect(await screen.findByRole('complementary', { name: 'Inspector' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Inspector' })).not.toHaveFocus();
    expect(sessionStorage.getItem('atrium-inspector')).toBeNull();
  });
});
