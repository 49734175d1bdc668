import type { PageRelease } from '@atrium/releases/wire';
import { AdmittedFiles } from '../../src/federation/admitted-files.ts';
import { ContainerLoader } from '../../src/federation/container-loader.ts';
import { federatedSource } from '../../src/federation/federated-source.ts';
import { startFederation } from '../../src/federation/federation.ts';
import { INTEGRITY, listedPage, pageRelease, releaseSet, remote } from '../release-set-double.ts';
import { respondToScripts } from '../script-requests.ts';
import { signInDouble } from '../sign-in-double.tsx';

// The federation runtime belongs to the tab, so it starts once, and each test uses its own release.
const unused = Array.from({ length: 12 }, (_, index) => pageRelease(`orders${index}`));
const set = releaseSet(unused.map(({ name }) => listedPage(name)), { ...remote('auth', 'eeeeffff22223333'), previous: 'eeeeffff44445555' });
const files = new AdmittedFiles(location.origin);
const details: string[] = [];
const source = federatedSource(set, startFederation(new ContainerLoader(files)), files, (name, release) => {
  details.push(`${name}/${release}`);
  return release.startsWith('nothing') ? Promise.reject(new Error('404')) : Promise.resolve(remote(name, release));
});

function takeRelease(): PageRelease {
  const release = unused.pop();
  if (!release) throw new Error('There are more tests than releases.');
  return release;
}

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const pageModule = { manifest: { name: 'orders' }, routes: { main: () => Promise.resolve({ default: () => null }) } };

function setContainer(name: string, exposed: unknown): void {
  Reflect.set(globalThis, name, {
    init: () => undefined,
    get: () => Promise.resolve(() => exposed),
  });
}

test('loads what a remote exposes, with integrity, from the address in the release set', async () => {
  const release = takeRelease();
  const requested = respondToScripts(() => {
    setContainer(release.global, { default: pageModule });
    return 'load';
  });
  expect(await source.loadPageModule(release.name, release.release)).toEqual({ success: true, value: pageModule });
  expect(requested).toHaveLength(1);
  expect(requested[0]?.src).toBe(`${location.origin}${release.base}entry.js`);
  expect(requested[0]?.integrity).toBe(INTEGRITY);
  expect(requested[0]?.crossOrigin).toBe('anonymous');
});

test('retries a failed entry once by itself, at a changed address', async () => {
  const release = takeRelease();
  const requested = respondToScripts(({ src }) => {
    if (!src.includes('?attempt=')) return 'error';
    setContainer(release.global, { default: pageModule });
    return 'load';
  });
  expect(await source.loadPageModule(release.name, release.release)).toMatchObject({ success: true });
  expect(requested).toHaveLength(2);
});

test('returns a failure, and does not reject, for a release that the server does not know', async () => {
  const release = 'nothing222222222';
  expect(await source.loadPageModule('unknown', release)).toMatchObject({ success: false, error: { remote: 'unknown', release } });
});

test('requests a release that the document does not name once, and admits its files', async () => {
  const { name, release, base, global } = remote('orders', 'bbbbccccddddeeee');
  respondToScripts(() => {
    setContainer(global, { default: pageModule });
    return 'load';
  });
  expect(() => files.integrityOf(`${base}page.js`)).toThrow('is in no release of this tab');
  expect(await source.loadPageModule(name, release)).toEqual({ success: true, value: pageModule });
  expect(await source.loadPageModule(name, release)).toEqual({ success: true, value: pageModule });
  expect(details.filter((requested) => requested === `${name}/${release}`)).toHaveLength(1);
  expect(files.integrityOf(`${base}page.js`)).toBe(INTEGRITY);
});

test("falls back to the auth remote's previous release when the live one is malformed", async () => {
  const { module } = signInDouble();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  respondToScripts(({ src }) => {
    setContainer(src.includes('eeeeffff22223333') ? 'atrium_auth_eeeeffff22223333' : 'atrium_auth_eeeeffff44445555', src.includes('eeeeffff22223333') ? {} : module);
    return 'load';
  });
  expect(await source.loadAuth()).toEqual({ success: true, value: module });
});

test('loads a failed entry again on request, at a changed address', async () => {
  const release = takeRelease();
  let broken = true;
  const requested = respondToScripts(() => {
    if (broken) return 'error';
    setContainer(release.global, { default: pageModule });
    return 'load';
  });
  expect(await source.loadPageModule(release.name, release.release)).toMatchObject({
    success: false,
    error: { remote: release.name, release: release.release },
  });
  broken = false;
  expect(await source.loadPageModule(release.name, release.release)).toMatchObject({ success: true });
  expect(requested.at(-1)?.src).toMatch(/entry\.js\?attempt=\d+$/);
});

test('times out on an entry that hangs', async () => {
  jest.useFakeTimers();
  const release = takeRelease();
  respondToScripts(() => 'hang');
  const outcome = source.loadPageModule(release.name, release.release);
  await jest.advanceTimersByTimeAsync(8_000);
  expect(await outcome).toMatchObject({ success: false });
});

test.each([
  ['an entry that sets no container', (_name: string) => undefined],
  ['a container of page contract 1', (name: string) => setContainer(name, { default: { facts: { name }, routes: pageModule.routes } })],
  ['a container that exposes something else', (name: string) => setContainer(name, { default: { manifest: {} } })],
  ['a container that exposes nothing', (name: string) => setContainer(name, undefined)],
])('refuses %s', async (_, arrive) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const release = takeRelease();
  respondToScripts(() => {
    arrive(release.global);
    return 'load';
  });
  expect(await source.loadPageModule(release.name, release.release)).toMatchObject({ success: false, error: { remote: release.name } });
});
