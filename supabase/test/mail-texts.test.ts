import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { MAIL_TEMPLATES_MODULE, mailTemplatesModule } from '../../scripts/mail-templates-module.ts';
import { addressMails } from '../functions/send-email/addressed-mails.ts';
import { readPayload, type ActionType, type HookPayload } from '../functions/send-email/hook-payload.ts';
import { mailTemplates } from '../functions/send-email/mail-templates.ts';
import { linksOf } from './sent-mails.ts';

const site = 'https://site.example';
const [current, renewed] = ['ada@example.com', 'ada@lovelace.example'];

/** As the auth service makes them. */
const hashOf = (address: string, code: string): string => createHash('sha224').update(address + code).digest('hex');

function payload(type: ActionType, data: Partial<HookPayload['email_data']> = {}, user: Partial<HookPayload['user']> = {}): HookPayload {
  return {
    user: { email: current, new_email: renewed, user_metadata: { invited_by: '', invited_to: '' }, ...user },
    email_data: {
      email_action_type: type,
      token: '123456',
      token_hash: hashOf(current, '123456'),
      token_new: '',
      token_hash_new: '',
      redirect_to: `${site}/auth/confirm?type=email&next=%2Fworkspace%2Fx`,
      old_email: 'countess@example.com',
      provider: 'github',
      factor_type: 'totp',
      ...data,
    },
  };
}

/** Every kind of mail, its subject and the `type` of its link; null where no token is mailed in a link. */
const KINDS: Readonly<Record<ActionType, readonly [subject: string, type: string | null]>> = {
  signup: ['Confirm your email address', 'email'],
  invite: ['You are invited', 'invite'],
  recovery: ['Set a new password', 'recovery'],
  magiclink: ['Your log-in link', 'email'],
  email_change: ['Confirm your new email address', 'email_change'],
  email_change_current: ['Confirm your new email address', 'email_change'],
  email_change_new: ['Confirm your new email address', 'email_change'],
  reauthentication: ['Confirm that it is you', null],
  password_changed_notification: ['Your password was changed', null],
  email_changed_notification: ['Your email address was changed', null],
  phone_changed_notification: ['Your phone number was changed', null],
  identity_linked_notification: ['A way to log in was added', null],
  identity_unlinked_notification: ['A way to log in was removed', null],
  mfa_factor_enrolled_notification: ['A second factor was added', null],
  mfa_factor_unenrolled_notification: ['A second factor was removed', null],
};
const kinds = (Object.keys(KINDS) as ActionType[]).map((type) => [type, ...KINDS[type]] as const);

test('the function has the texts that the project has', async () => {
  // `npm run mail-templates` writes them.
  expect(await readFile(MAIL_TEMPLATES_MODULE, 'utf8')).toBe(await mailTemplatesModule());
});

test('every text is used', () => {
  const used = kinds.flatMap(([type]) => addressMails(payload(type), site)).map(({ subject }) => subject);
  // One of them depends on what the mail is for.
  expect(Object.values(mailTemplates).map(({ subject }) => subject).filter((subject) => !used.some((text) => subject.includes(text)))).toEqual([]);
});

test.each(kinds)('a %s mail has its subject, its link in both parts, and the token in the link only', (type, subject, linkType) => {
  const [mail, ...others] = addressMails(payload(type), site);
  if (!mail) throw new Error('There is no mail.');
  expect(others).toEqual([]);
  expect(mail.subject).toBe(subject);
  const [link, ...more] = linksOf(mail.html);
  expect(more).toEqual([]);
  if (linkType === null) {
    expect(mail.html + mail.text).not.toContain(hashOf(current, '123456'));
    if (link) expect(link.search).toBe('');
  } else {
    expect(link?.origin).toBe(site);
    expect(link?.pathname).toBe('/auth/confirm');
    expect(Object.fromEntries(link?.searchParams ?? [])).toEqual({
      token_hash: hashOf(current, '123456'),
      type: linkType,
      next: `${site}/auth/confirm?type=email&next=%2Fworkspace%2Fx`,
    });
    for (const part of [mail.html, mail.text]) expect(part.split(hashOf(current, '123456'))).toHaveLength(2);
  }
  if (link) expect(mail.text).toContain(`:\n${link.href}`);
  expect(mail.html.includes('123456')).toBe(type === 'reauthentication');
  expect(mail.text.includes('123456')).toBe(type === 'reauthentication');
});

test.each(kinds)('a %s mail has plain text that says the same', (type) => {
  const [mail] = addressMails(payload(type), site);
  const words = (part: string): string[] => part.replace(/<[^>]*>|https:\S*/g, ' ').match(/\p{L}+/gu) ?? [];
  expect(words(mail?.text ?? '')).toEqual(words(mail?.html ?? ''));
  expect(mail?.text).not.toMatch(/[<>]|&\w+;|\{\{/);
  expect(mail?.html).not.toContain('{{');
});

const EVIL = '"><img src=x onerror=alert(1)>&{{ .Token }}\r\nBcc: eve@example.com';

test.each(kinds)('nothing that strangers put into a %s mail becomes a part of it', (type) => {
  const evil = { token: EVIL, token_hash: EVIL, token_new: EVIL, token_hash_new: EVIL, redirect_to: EVIL, old_email: EVIL, provider: EVIL, factor_type: EVIL };
  const mails = addressMails(payload(type, evil, { email: EVIL, new_email: EVIL, user_metadata: { invited_by: EVIL, invited_to: '' } }), site);
  expect(mails).not.toEqual([]);
  for (const { html, text, subject } of mails) {
    const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/ href="https:\/\/site\.example\/[\w./?=&;%()-]*"/, ''));
    expect(tags.filter((tag) => !/^<\/?(?:h1|p|a|strong)>$/.test(tag))).toEqual([]);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(subject).toBe(KINDS[type][0]);
  }
});

test.each(['invite', 'magiclink'] as const)('a %s mail says who invites to which board, and nothing that was made of their names', (type) => {
  const [mail] = addressMails(payload(type, {}, { user_metadata: { invited_by: 'Ada & {{ .Token }}', invited_to: '<b>Plans</b>' } }), site);
  expect(mail?.subject).toBe('You are invited');
  expect(mail?.text).toContain('Ada & {{ .Token }} invites you to the board “<b>Plans</b>”.');
  expect(mail?.html).toContain('Ada &#38; {{ .Token }} invites you to the board “&#60;b&#62;Plans&#60;/b&#62;”.');
  expect(mail?.text).not.toContain('{{ if');
  expect(mail?.text).not.toContain('{{ end');
});

test('of what an account carries, a mail shows short names only', () => {
  const read = (user_metadata: unknown) => readPayload(JSON.stringify({ user: { email: current, user_metadata }, email_data: { email_action_type: 'magiclink' } })).user.user_metadata;
  expect(read({ invited_by: 'Ada', invited_to: 'Plans', name: 'Bob' })).toEqual({ invited_by: 'Ada', invited_to: 'Plans' });
  expect(read({ invited_by: 'x'.repeat(101), invited_to: ['Plans'] })).toEqual({ invited_by: '', invited_to: '' });
  for (const other of [undefined, null, 'text', {}]) expect(read(other)).toEqual({ invited_by: '', invited_to: '' });
});

test.each([
  ['https://site.example/workspace?x=1#y', 'https://site.example/workspace?x=1#y'],
  ['https://eve.example/', site],
  ['https://site.example.eve.example/', site],
  ['http://site.example/', site],
  ['https://site.example@eve.example/', site],
  ['//eve.example', site],
  ['javascript:alert(1)', site],
  ['', site],
])('a link to %j goes on to %s', (asked, expected) => {
  const [mail] = addressMails(payload('recovery', { redirect_to: asked }), site);
  expect(linksOf(mail?.html ?? '')[0]?.searchParams.get('next')).toBe(expected);
});

test('a change of address is confirmed from both mailboxes, each with a token that was made for it', () => {
  // As supabase/auth fills it in: `token_hash_new` belongs to the current address (internal/api/mail.go).
  const [code, codeForNew] = ['111111', '222222'];
  const mails = addressMails(
    payload('email_change', { token: code, token_hash_new: hashOf(current, code), token_new: codeForNew, token_hash: hashOf(renewed, codeForNew) }),
    site,
  );
  const tokens = mails.map(({ to, html }) => [to, linksOf(html)[0]?.searchParams.get('token_hash')]);
  expect(tokens).toEqual([[current, hashOf(current, code)], [renewed, hashOf(renewed, codeForNew)]]);
  for (const { text } of mails) expect(text).toContain(`from ${current} to ${renewed}`);
});

test('without secure change only the new address gets a mail', () => {
  const mails = addressMails(payload('email_change', { token_hash: hashOf(renewed, '123456') }), site);
  expect(mails.map(({ to, html }) => [to, linksOf(html)[0]?.searchParams.get('token_hash')])).toEqual([[renewed, hashOf(renewed, '123456')]]);
});

test('that an address was changed is told to the mailbox that lost the account', () => {
  expect(addressMails(payload('email_changed_notification'), site).map(({ to }) => to)).toEqual(['countess@example.com']);
});
