import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Backend, PASSWORD, temporaryDirectory, tokenHashOf } from '../../backend.ts';
import type { InboxMessage } from '../../backend.ts';

/** The settings and templates that the repository deploys. */
const ownConfig = fileURLToPath(new URL('../../../../supabase/config.toml', import.meta.url));

let backend: Backend;
let directory: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ directory, remove } = await temporaryDirectory());
  backend = await Backend.start('--memory', '--confirm-email', '--no-rate-limits', '--site-url', 'https://site.example', '--config', ownConfig);
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

type Client = ReturnType<Backend['client']>;

let people = 0;
const newAddress = (): string => `person.${String((people += 1))}@example.com`;

async function register(email: string, data: object): Promise<Client> {
  const client = backend.client();
  expect((await client.auth.signUp({ email, password: PASSWORD, options: { data } })).error).toBeNull();
  return client;
}

/** A signed-in user with a confirmed account. */
async function member(email: string, data: object): Promise<Client> {
  const client = await register(email, data);
  const { error } = await client.auth.verifyOtp({ type: 'email', token_hash: tokenHashOf(await backend.newestMessage(email)) });
  expect(error).toBeNull();
  return client;
}

/** How to request each kind of mail for an account with some data. Returns the recipient. */
const KINDS: Readonly<Record<string, (data: object) => Promise<string>>> = {
  async confirmation(data) {
    const email = newAddress();
    await register(email, data);
    return email;
  },
  async recovery(data) {
    const email = newAddress();
    await member(email, data);
    expect((await backend.client().auth.resetPasswordForEmail(email)).error).toBeNull();
    return email;
  },
  async invite(data) {
    const email = newAddress();
    expect((await backend.admin().auth.admin.inviteUserByEmail(email, { data })).error).toBeNull();
    return email;
  },
  async magic_link(data) {
    const email = newAddress();
    await member(email, data);
    expect((await backend.client().auth.signInWithOtp({ email })).error).toBeNull();
    return email;
  },
  async email_change(data) {
    const client = await member(newAddress(), data);
    const email = newAddress();
    expect((await client.auth.updateUser({ email })).error).toBeNull();
    return email;
  },
  async reauthentication(data) {
    const email = newAddress();
    const client = await member(email, data);
    expect((await client.auth.reauthenticate()).error).toBeNull();
    return email;
  },
};

const ENGLISH: Readonly<Record<string, string>> = {
  confirmation: 'Confirm your email address',
  recovery: 'Reset your password',
  invite: 'You are invited to Atrium',
  magic_link: 'Your log-in link',
  email_change: 'Confirm your new email address',
  reauthentication: 'Your confirmation code',
};
const GERMAN: typeof ENGLISH = {
  confirmation: 'Bestätigen Sie Ihre E-Mail-Adresse',
  recovery: 'Passwort zurücksetzen',
  invite: 'Einladung zu Atrium',
  magic_link: 'Ihr Link zum Anmelden',
  email_change: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  reauthentication: 'Ihr Bestätigungscode',
};
const ARABIC: typeof ENGLISH = {
  confirmation: 'أكّد بريدك الإلكتروني',
  recovery: 'إعادة تعيين كلمة المرور',
  invite: 'دعوة إلى الموقع',
  magic_link: 'رابط تسجيل الدخول',
  email_change: 'أكّد بريدك الإلكتروني الجديد',
  reauthentication: 'رمز التأكيد الخاص بك',
};

describe.each([
  ['German', { language: 'de' }, GERMAN, 'lang="de" dir="ltr"', /\b(?:Sie|Ihr)/],
  ['Arabic', { language: 'ar' }, ARABIC, 'lang="ar" dir="rtl"', /\p{Script=Arabic}/u],
  ['English', { language: 'en' }, ENGLISH, 'lang="en" dir="ltr"', /\b(?:you|your)\b/i],
  ['no language', {}, ENGLISH, 'lang="en" dir="ltr"', /\b(?:you|your)\b/i],
  ['no language any more', { language: null }, ENGLISH, 'lang="en" dir="ltr"', /\b(?:you|your)\b/i],
  ['a language without texts', { language: 'tlh' }, ENGLISH, 'lang="en" dir="ltr"', /\b(?:you|your)\b/i],
])('to an account that speaks %s', (_, data, subjects, attributes, words) => {
  test.each(Object.keys(KINDS))('a %s mail is in that language, with one link and no actions', async (kind) => {
    const email = (await KINDS[kind]?.(data)) ?? '';
    const mail = await backend.newestMessage(email);
    expect(mail.subject).toBe(subjects[kind]);
    const html = mail.html ?? '';
    expect(html.match(/<div [^>]*>/g)).toEqual([`<div ${attributes}>`]);
    expect(mail.text.split('\n')[0]).toBe(mail.subject);
    for (const part of [html, mail.text]) {
      expect(part).toMatch(words);
      expect(part).not.toMatch(/\{\{|\}\}/);
    }
    expect(mail.text).not.toMatch(/<|&#?\w+;/);
    expect(mail.links).toHaveLength(kind === 'reauthentication' ? 0 : 1);
    expect(mail.codes).not.toEqual([]);
  });
});

test('the link of a German mail works', async () => {
  const email = await KINDS['recovery']?.({ language: 'de' });
  const { data } = await backend.client().auth.verifyOtp({ type: 'recovery', token_hash: tokenHashOf(await backend.newestMessage(email ?? '')) });
  expect(data.session).not.toBeNull();
});

test('the current language of an account applies', async () => {
  const email = newAddress();
  const client = await member(email, { language: 'de' });
  await client.auth.updateUser({ data: { language: 'ar' } });
  await backend.client().auth.resetPasswordForEmail(email);
  expect((await backend.newestMessage(email)).subject).toBe(ARABIC['recovery']);
});

test('an address in Arabic text is isolated from it', async () => {
  const email = (await KINDS['invite']?.({ language: 'ar' })) ?? '';
  const { html, text } = await backend.newestMessage(email);
  expect(html).toContain(`&#x2068;${email}&#x2069;`);
  expect(text).toContain(`\u2068${email}\u2069`);
});

describe.each([
  ['de', 'Einladung zu einem Board', ['Ada', 'Pläne'], 'Ada lädt Sie zum Board „Pläne“ ein.'],
  ['de', 'Einladung zu einem Board', ['', 'Pläne'], 'Jemand lädt Sie zum Board „Pläne“ ein.'],
  ['ar', 'دعوة إلى لوحة', ['Ada', 'خطط'], 'يدعوك \u2068Ada\u2069 إلى اللوحة «\u2068خطط\u2069».'],
  ['ar', 'دعوة إلى لوحة', ['', 'خطط'], 'يدعوك شخص بدون اسم إلى اللوحة «\u2068خطط\u2069».'],
  ['en', 'You are invited to a board', ['Ada', 'Plans'], 'Ada invites you to the board “Plans”.'],
  ['en', 'You are invited to a board', ['', 'Plans'], 'Someone invites you to the board “Plans”.'],
])('an invitation in %s', (language, subject, [invited_by, invited_to], sentence) => {
  test.each(['invite', 'magic_link'])(`says in a %s mail: ${sentence}`, async (kind) => {
    const mail = await backend.newestMessage((await KINDS[kind]?.({ language, invited_by, invited_to })) ?? '');
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(sentence);
  });
});

test.each(['de', 'ar', 'en'])('names that look like tags, choices and places are only names (%s)', async (language) => {
  const evil = '"><img src=x>{{ end }}{{ .TokenHash }}{{ if eq .Data.language "de" }}';
  const mail = await backend.newestMessage((await KINDS['magic_link']?.({ language, invited_by: evil, invited_to: evil })) ?? '');
  expect(mail.html).not.toContain('<img');
  expect(mail.html).toContain('&#60;img src=x&#62;');
  expect(mail.text.split(evil)).toHaveLength(3);
  // In the link, and in its address as text.
  expect(mail.html?.split(tokenHashOf(mail))).toHaveLength(3);
});

test.each([
  ['confirmation', '/auth/v1/signup', 5],
  ['recovery', '/auth/v1/recover', ['de']],
  ['invite', '/auth/v1/invite', { tag: 'de' }],
  ['magic link', '/auth/v1/otp', true],
])('as on a hosted project, a %s mail fails if the language is not a string', async (kind, address, language) => {
  const email = newAddress();
  const isMember = address === '/auth/v1/recover' || address === '/auth/v1/otp';
  if (isMember) await (await member(email, {})).auth.updateUser({ data: { language } });
  const before = await backend.messages(email);
  const { secretKey } = backend.ready;
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const response = await backend.fetch(address, { method: 'POST', headers, body: { email, ...(!isMember && { password: PASSWORD, data: { language } }) } });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ msg: `Error sending ${kind} email`, error_code: 'unexpected_failure' });
  expect(await backend.messages(email)).toEqual(before);
});

/** A project with its own reset template. */
async function writeProject(name: string, html: string, subject = 'Reset'): Promise<string> {
  const supabase = path.join(directory, name, 'supabase');
  await mkdir(path.join(supabase, 'templates'), { recursive: true });
  await writeFile(path.join(supabase, 'templates', 'recovery.html'), html);
  const config = path.join(supabase, 'config.json');
  const template = { recovery: { subject, content_path: './supabase/templates/recovery.html' } };
  await writeFile(config, JSON.stringify({ auth: { email: { template, max_frequency: '0s' } } }));
  return config;
}

test('choices can be nested, also in subjects, and each end closes the last if', async () => {
  const inner = '{{ if .Data.a }}a{{ if eq .Data.b "x" }}X{{ else if eq .Data.b "" }}none{{ else if .Data.b }}b{{else}}-{{end}}!{{ else }}no a{{ end }}';
  const config = await writeProject('nested', `<p>{{if   .Data.c}}${inner}{{ end }}.</p>`, inner);
  const nested = await Backend.start('--memory', '--config', config);
  async function mailFor(data: object): Promise<Pick<InboxMessage, 'subject' | 'html'>> {
    const email = newAddress();
    await nested.client().auth.signUp({ email, password: PASSWORD, options: { data } });
    await nested.client().auth.resetPasswordForEmail(email);
    const { subject, html } = await nested.newestMessage(email);
    return { subject, html };
  }
  expect(await mailFor({ a: '1', b: 'x', c: '1' })).toEqual({ subject: 'aX!', html: '<p>aX!.</p>' });
  expect(await mailFor({ a: '1', b: '', c: '1' })).toEqual({ subject: 'anone!', html: '<p>anone!.</p>' });
  expect(await mailFor({ a: '1', b: 'y' })).toEqual({ subject: 'ab!', html: '<p>.</p>' });
  expect(await mailFor({ a: '1', c: '1' })).toEqual({ subject: 'a-!', html: '<p>a-!.</p>' });
  expect(await mailFor({ c: '1' })).toEqual({ subject: 'no a', html: '<p>no a.</p>' });
  await nested.stop();
});

test.each([
  ['{{ range .Data.list }}x{{ end }}', '{{ range .Data.list }} is not known here'],
  ['{{ .Email', '{{ .Email has no }}'],
  ['{{ if .Email }}x', '{{ if .Email }} is never closed'],
  ['{{ if .Email }}{{ if .Token }}x{{ end }}', '{{ if .Email }} is never closed'],
  ['x{{ end }}', '{{ end }} has no if before it'],
  ['{{ else }}', '{{ else }} has no if before it'],
  ['{{ if .Email }}{{ else }}{{ else if .Token }}{{ end }}', '{{ else if .Token }} comes after the else of {{ if .Email }}'],
  ['{{ if eq .Email }}x{{ end }}', '{{ if eq .Email }} is not known here'],
  ['{{ if ne .Email "x" }}y{{ end }}', '{{ if ne .Email "x" }} is not known here'],
  ['{{ if eq .Email "x" "y" }}z{{ end }}', '{{ if eq .Email "x" "y" }} is not known here'],
  ['{{ }}', '{{  }} is not known here'],
])('does not start with an invalid template: %s', async (html, complaint) => {
  await expect(Backend.start('--memory', '--config', await writeProject('wrong', html))).rejects.toThrow(`recovery.html is wrong: ${complaint}`);
});

test('does not start with an invalid subject', async () => {
  const config = await writeProject('wrong-subject', '<p>x</p>', '{{ if .Email }}Reset');
  await expect(Backend.start('--memory', '--config', config)).rejects.toThrow('auth.email.template.recovery.subject is wrong: {{ if .Email }} is never closed. Add {{ end }}.');
});
