import {
  PLATFORM_LOG_PATH,
  PLATFORM_MEMBER_PATH,
  PLATFORM_PATH,
  PLATFORM_STATE_PATH,
  PREVIEW_CHECK_PATH,
  PREVIEW_PATH,
  type PlatformLogEntry,
  type PlatformRemote,
  type PlatformState,
  type PreviewResponse,
} from '@atrium/releases/wire';
import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';
import type { Visit } from './visit.ts';

const [OLD, LIVE, NEW, BAD] = ['a2b3c4d5e6f7g2h3', 'k4l5m6n7o2p3q4r5', 's6t7u2v3w4x5y6z7', 'b2a3d4c5f6e7h2g3'] as const;

const remote = (name: string, kind: PlatformRemote['kind'], more: Partial<PlatformRemote> = {}): PlatformRemote => ({
  name, kind, title: null, owner: null, live: LIVE, previous: OLD, canary: null, quarantined: [], since: '2026-02-27T14:05:00Z', ...more,
});

/** Releases that stay the same with every build: a canary that fails, one in quarantine, and one that cannot be used. */
const STATE: PlatformState = {
  revision: 128,
  person: 'ada@example.com',
  remotes: [
    remote('shell', 'shell', { owner: 'Platform team' }),
    remote('auth', 'auth-remote'),
    remote('account', 'page-module', { title: { en: 'Your account', de: 'Ihr Konto', ar: 'حسابك' }, owner: 'Team Account', quarantined: [BAD] }),
    remote('workspace', 'page-module', { title: { en: 'Workspace', de: 'Arbeitsbereich', ar: 'مساحة العمل' }, owner: 'Team Workspace', canary: { release: NEW, percent: 5 } }),
    remote('orders', 'page-module', { title: { en: 'Orders', de: 'Bestellungen', ar: 'الطلبات' }, owner: 'Team Orders', live: null, previous: null }),
  ],
  health: [
    { name: 'workspace', release: LIVE, recent: { shown: 4812, failed: 3, errors: 1 }, all: { shown: 91_244, failed: 40, errors: 12 }, load: 1240, input: 80 },
    { name: 'workspace', release: NEW, recent: { shown: 251, failed: 19, errors: 7 }, all: { shown: 251, failed: 19, errors: 7 }, load: 4600, input: 96 },
  ],
  failures: [
    { name: 'workspace', release: NEW, trace: '1k3j9z', stage: 'use', type: 'TypeError', extension: null, place: 'src/board/note-list.tsx:118', when: '2026-02-27T15:40:00Z', times: 17 },
    { name: 'workspace', release: NEW, trace: 'x7p2qe', stage: 'load', type: 'ChunkLoadError', extension: 'workspace.recent-boards', place: null, when: '2026-02-27T15:31:00Z', times: 2 },
  ],
  problems: [{ remote: 'account', release: LIVE, problem: 'its manifest is not in the store', code: 'missing' }],
  waiting: [{ module: 'workspace', extension: 'recent-boards', slot: 'home.cards', slotVersion: '1.0', offered: null }],
  teams: [
    { team: 'platform', remotes: ['*'], tokens: [{ id: 'h7k2m4qa', created: '2026-01-12T08:00:00Z', expires: null }] },
    { team: 'orders', remotes: ['orders'], tokens: [{ id: 'p3r5t7vb', created: '2025-11-02T08:00:00Z', expires: '2026-04-01T00:00:00Z' }] },
  ],
};

const entry = (revision: number, action: string, name: string, why: string, more: Partial<PlatformLogEntry> = {}): PlatformLogEntry => ({
  revision, action, name, why, release: LIVE, replaced: OLD, when: `2026-02-${String(revision - 101)}T14:05:00Z`, who: 'Grace Hopper',
  team: 'platform', canary: null, quarantined: null, overridden: [], ...more,
});

const LOG: readonly PlatformLogEntry[] = [
  entry(128, 'publish', 'workspace', 'Notes can be arranged by hand', { who: 'Lin Turner', team: 'workspace' }),
  entry(127, 'rollback', 'account', 'The picture of a new account was not saved', { release: OLD, replaced: LIVE }),
  entry(126, 'publish', 'auth', 'Keeps a session over a change of the password'),
];

async function openPlatform(visit: Visit): Promise<void> {
  await visit.respond(new RegExp(`${PLATFORM_STATE_PATH}$`), STATE);
  await visit.respond(new RegExp(`${PLATFORM_LOG_PATH}\\?`), { entries: LOG });
  await visit.open(PLATFORM_PATH, 'Releases');
  await expect(visit.page.getByText('orders', { exact: true })).toBeVisible();
}

/** Opens the inspector with the details of the first part. */
async function openInspector(visit: Visit): Promise<void> {
  const { page } = visit;
  await visit.respond(new RegExp(`${PLATFORM_MEMBER_PATH}$`), { isMember: true });
  await visit.respond(new RegExp(`${PLATFORM_STATE_PATH}$`), STATE);
  await visit.respond(new RegExp(`${PLATFORM_LOG_PATH}\\?`), { entries: LOG });
  await visit.open('/account', 'Your account');
  await page.getByRole('banner').getByRole('button', { name: visit.say('Search') }).click();
  await page.getByRole('option', { name: visit.say('Inspect this page') }).click();
  await page.getByRole('complementary').getByRole('button', { expanded: false }).first().click();
  await expect(page.getByRole('radio').first()).toBeVisible();
}

const RESPONSE: PreviewResponse = { name: 'workspace', release: NEW, team: 'workspace', expires: Date.UTC(2026, 2, 3, 9, 30) / 1000, path: '/workspace' };

/** The platform team's page, the inspector, and the question before a preview. */
export const platformScreens: readonly Screen[] = [
  { name: 'platform', viewer: 'person', wide: true, show: openPlatform },
  {
    name: 'platform-history',
    viewer: 'person',
    async show(visit) {
      await openPlatform(visit);
      await visit.page.getByRole('tab', { name: visit.say('History') }).click();
      await expect(visit.page.getByText('Notes can be arranged by hand')).toBeVisible();
    },
  },
  {
    name: 'platform-teams',
    viewer: 'person',
    async show(visit) {
      await openPlatform(visit);
      await visit.page.getByRole('tab', { name: visit.say('Teams and tokens') }).click();
      await expect(visit.page.getByText('p3r5t7vb')).toBeVisible();
    },
  },
  {
    name: 'platform-details',
    viewer: 'person',
    async show(visit) {
      await openPlatform(visit);
      await visit.page.getByRole('main').getByRole('button', { name: visit.say('Workspace'), exact: true }).click();
      await expect(visit.page.getByRole('dialog', { name: visit.say('Workspace') }).getByText(NEW)).toBeVisible();
    },
  },
  {
    name: 'platform-move',
    viewer: 'person',
    async show(visit) {
      await openPlatform(visit);
      await visit.button('Actions: {name}', { name: visit.say('Workspace') }).click();
      await visit.page.getByRole('menuitem', { name: visit.say('Promote'), exact: true }).click();
      await expect(visit.page.getByRole('dialog').getByLabel(visit.say('Reason'))).toBeVisible();
    },
  },
  {
    name: 'platform-stranger',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      await visit.respond(new RegExp(`${PLATFORM_STATE_PATH}$`), { error: { code: 'not-platform-team' } }, 403);
      await visit.open(PLATFORM_PATH, 'You cannot see this page');
    },
  },
  {
    name: 'inspector',
    viewer: 'protected',
    newDocument: true,
    wide: true,
    show: openInspector,
    // The releases and load times of this build.
    covered: (page) => [page.locator('.inspector-row > :nth-child(n + 2)'), page.locator('.inspector-facts code'), page.locator('.inspector-tag')],
  },
  {
    name: 'preview-question',
    viewer: 'person',
    newDocument: true,
    async show(visit) {
      await visit.respond(new RegExp(`${PREVIEW_CHECK_PATH}$`), RESPONSE);
      await visit.open(`${PREVIEW_PATH}#v1.link`, 'Preview');
      await expect(visit.button('Show the preview')).toBeVisible();
    },
  },
  { name: 'preview-without-link', viewer: 'person', show: (visit) => visit.open(PREVIEW_PATH, 'Preview') },
];
