import { AdmittedFiles, guardScripts } from '../../src/federation/admitted-files.ts';
import { loadStyleSheet } from '../../src/open-tab/style-sheets.ts';
import { INTEGRITY, pageRelease } from '../release-set-double.ts';

const files = new AdmittedFiles(location.origin);
files.admit(pageRelease('orders'));
files.admit(pageRelease('account'));
guardScripts(files);

const requested = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];

afterEach(() => document.head.replaceChildren());

test('a style sheet is requested once, with the hash that its release names', async () => {
  const address = '/releases/orders/aaaabbbbccccdddd/page.css';
  const loads = [loadStyleSheet(address), loadStyleSheet(address)];
  expect(requested()).toMatchObject([{ href: location.origin + address, integrity: INTEGRITY, crossOrigin: 'anonymous' }]);
  requested()[0]?.dispatchEvent(new Event('load'));
  await Promise.all(loads);
});

test('a style sheet that failed is requested again, and one without a response delays nothing for long', async () => {
  jest.useFakeTimers();
  const address = '/releases/account/aaaabbbbccccdddd/page.css';
  const first = loadStyleSheet(address);
  requested()[0]?.dispatchEvent(new Event('error'));
  await first;
  expect(requested()).toEqual([]);
  const second = loadStyleSheet(address);
  expect(requested()).toMatchObject([{ href: `${location.origin}${address}?attempt=1`, integrity: INTEGRITY }]);
  await jest.advanceTimersByTimeAsync(8_000);
  await second;
  // A slow one still arrives.
  expect(requested()).toHaveLength(1);
  jest.useRealTimers();
});

test('a style sheet that is in no release is reported and not requested, and delays nothing', async () => {
  const reported = jest.fn();
  Object.assign(globalThis, { reportError: reported });
  const load = loadStyleSheet('/releases/orders/zzzzbbbbccccdddd/page.css');
  expect(requested()).toEqual([]);
  expect(reported).toHaveBeenCalledWith(expect.objectContaining({ name: 'FileNotAdmittedError' }));
  await load;
});
