import { authService, type ServiceResponse } from '../support/auth-service.ts';
import { publishedSite } from '../support/published-site.ts';
import { page } from '../support/read-document.ts';
import { until } from '../support/reporting-site.ts';
import { ask, startSite } from '../support/running-site.ts';

const settings = (fields: object): ServiceResponse => ({ status: 200, body: JSON.stringify(fields) });
const WITH_PASSKEYS = settings({ passkeys_enabled: true });
const MARK = /^<!doctype html>\n<html [^>]* data-sign-in="passkey">/;

/** Serves a site whose project responds like this. The clock moves only by hand. */
async function siteOf(respond: () => ServiceResponse | null) {
  const { supabaseUrl, asked } = await authService(respond);
  const { store } = await publishedSite();
  const clock = { now: Date.now() };
  const site = await startSite({ store, supabaseUrl, readSignInMethods: true, now: () => clock.now });
  const isMarked = async () => MARK.test((await ask(site, '/', page)).text);
  return { asked, clock, isMarked };
}

test('the first document says that the project allows passkeys, and documents cause no further requests', async () => {
  const { asked, isMarked } = await siteOf(() => WITH_PASSKEYS);
  expect(await isMarked()).toBe(true);
  expect(await isMarked()).toBe(true);
  expect(asked).toEqual([expect.stringMatching(/^GET \/auth\/v1\/settings /)]);
});

test('the URL of the project may end with a slash', async () => {
  const { supabaseUrl, asked } = await authService(() => WITH_PASSKEYS);
  const { store } = await publishedSite();
  const site = await startSite({ store, supabaseUrl: `${supabaseUrl}/`, readSignInMethods: true });
  expect((await ask(site, '/', page)).text).toMatch(MARK);
  expect(asked).toEqual([expect.stringMatching(/^GET \/auth\/v1\/settings /)]);
  expect(JSON.parse((await ask(site, '/api/supabase-credentials')).text)).toMatchObject({ supabaseUrl: `${supabaseUrl}/` });
});

test('providers are named after passkeys, and nothing else of the settings gets into the document', async () => {
  const external = { email: true, phone: true, anonymous_users: true, github: true, google: true, apple: false, '"><script>': true, 'custom:acme': true };
  const { supabaseUrl } = await authService(() => settings({ passkeys_enabled: true, external }));
  const { store } = await publishedSite();
  const { text } = await ask(await startSite({ store, supabaseUrl, readSignInMethods: true }), '/', page);
  expect(/^<!doctype html>\n<html [^>]*>/.exec(text)?.[0]).toBe('<!doctype html>\n<html lang="en" dir="ltr" data-sign-in="passkey github google">');
});

test('the document says that a project takes no new accounts, and no email addresses', async () => {
  const { supabaseUrl } = await authService(() => settings({ disable_signup: true, passkeys_enabled: true, external: { email: false } }));
  const { store } = await publishedSite();
  expect((await ask(await startSite({ store, supabaseUrl, readSignInMethods: true }), '/', page)).text).toMatch(/^<!doctype html>\n<html [^>]* data-sign-in="no-sign-up no-email passkey">/);
});

test('a change of the project shows after five minutes', async () => {
  let response = settings({ external: { email: true } });
  const { clock, isMarked } = await siteOf(() => response);
  expect(await isMarked()).toBe(false);
  response = WITH_PASSKEYS;
  expect(await isMarked()).toBe(false);
  clock.now += 5 * 60_000;
  await until(isMarked);
});

test.each([
  ['fails', { status: 503, body: '' }],
  ['gives no response', null],
  ['responds with something else', settings({ passkeys_enabled: '"><script>' })],
])('a project that %s keeps no document waiting, and what was known stays', async (_name, failure) => {
  let response: ServiceResponse | null = failure;
  const { clock, isMarked } = await siteOf(() => response);
  expect(await isMarked()).toBe(false);
  response = WITH_PASSKEYS;
  clock.now += 10_000;
  await until(isMarked);
  response = failure;
  clock.now += 5 * 60_000;
  expect(await isMarked()).toBe(true);
});
