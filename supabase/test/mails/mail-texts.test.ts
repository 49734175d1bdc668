import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { generateMailTemplates } from '../../../tools/generate/mail-templates.ts';
import { ROOT } from '../../../tools/repository/repository.ts';
import { addressMails, type AddressedMail } from '../../functions/send-email/addressed-mails.ts';
import { readPayload, type ActionType, type HookPayload } from '../../functions/send-email/hook-payload.ts';
import { mailTemplates } from '../../functions/send-email/mail-templates.ts';
import { linksOf } from './fake-mail-service.ts';

const SITE = 'https://site.example';
const [current, renewed] = ['ada@example.com', 'ada@lovelace.example'];

/** As the auth service makes them. */
const hashOf = (address: string, code: string): string => createHash('sha224').update(address + code).digest('hex');

/** The metadata of an account that has none of it. */
const NO_METADATA = { invited_by: '', invited_to: '', invited_to_view: '', language: '', needs_password: false };

function payload(type: ActionType, data: Partial<HookPayload['email_data']> = {}, user: Partial<HookPayload['user']> = {}): HookPayload {
  return {
    user: { email: current, new_email: renewed, user_metadata: NO_METADATA, ...user },
    email_data: {
      email_action_type: type,
      token: '123456',
      token_hash: hashOf(current, '123456'),
      token_new: '',
      token_hash_new: '',
      redirect_to: `${SITE}/auth/confirm?type=email&next=%2Fworkspace%2Fx`,
      old_email: 'countess@example.com',
      provider: 'github',
      factor_type: 'totp',
      ...data,
    },
  };
}

/** Every kind of mail, its subject in English, German and Arabic, and the `type` of its link; null where no token is mailed in a link. */
const KINDS: Readonly<Record<ActionType, readonly [english: string, german: string, arabic: string, type: string | null]>> = {
  signup: ['Confirm your email address', 'Bestätigen Sie Ihre E-Mail-Adresse', 'أكّد بريدك الإلكتروني', 'email'],
  invite: ['You are invited to Atrium', 'Einladung zu Atrium', 'دعوة إلى الموقع', 'invite'],
  recovery: ['Reset your password', 'Passwort zurücksetzen', 'إعادة تعيين كلمة المرور', 'recovery'],
  magiclink: ['Your log-in link', 'Ihr Link zum Anmelden', 'رابط تسجيل الدخول', 'magiclink'],
  email_change: ['Confirm your new email address', 'Bestätigen Sie Ihre neue E-Mail-Adresse', 'أكّد بريدك الإلكتروني الجديد', 'email_change'],
  email_change_current: ['Someone asked to change your email address', 'Ihre E-Mail-Adresse soll geändert werden', 'طُلب تغيير بريدك الإلكتروني', 'email_change'],
  email_change_new: ['Confirm your new email address', 'Bestätigen Sie Ihre neue E-Mail-Adresse', 'أكّد بريدك الإلكتروني الجديد', 'email_change'],
  reauthentication: ['Your confirmation code', 'Ihr Bestätigungscode', 'رمز التأكيد الخاص بك', null],
  password_changed_notification: ['Your password was changed', 'Ihr Passwort wurde geändert', 'تم تغيير كلمة مرورك', null],
  email_changed_notification: ['Your email address was changed', 'Ihre E-Mail-Adresse wurde geändert', 'تم تغيير بريدك الإلكتروني', null],
  phone_changed_notification: ['Your phone number was changed', 'Ihre Telefonnummer wurde geändert', 'تم تغيير رقم هاتفك', null],
  identity_linked_notification: ['A way to log in was added', 'Eine Möglichkeit zum Anmelden wurde hinzugefügt', 'تمت إضافة طريقة لتسجيل الدخول', null],
  identity_unlinked_notification: ['A way to log in was removed', 'Eine Möglichkeit zum Anmelden wurde entfernt', 'تمت إزالة طريقة لتسجيل الدخول', null],
  mfa_factor_enrolled_notification: ['A two-step verification method was added', 'Eine Bestätigungsmethode wurde hinzugefügt', 'تمت إضافة طريقة للتحقق بخطوتين', null],
  mfa_factor_unenrolled_notification: ['A two-step verification method was removed', 'Eine Bestätigungsmethode wurde entfernt', 'تمت إزالة طريقة للتحقق بخطوتين', null],
};
const ACTION_TYPES = Object.keys(KINDS) as ActionType[];

/** Every kind of mail in every language. */
const everyMail = ACTION_TYPES.flatMap((type) => {
  const [english, german, arabic, linkType] = KINDS[type];
  return ([['en', english], ['de', german], ['ar', arabic], ['', english]] as const).map(([language, subject]) => ({ type, language, subject, linkType }));
});

/** The only mail of a kind, to an account with a language. */
function mailIn(language: string, type: ActionType, metadata: Partial<HookPayload['user']['user_metadata']> = {}): AddressedMail {
  const [mail, ...others] = addressMails(payload(type, {}, { user_metadata: { ...NO_METADATA, language, ...metadata } }), SITE);
  if (!mail) throw new Error('No mail was addressed.');
  expect(others).toEqual([]);
  return mail;
}

test('the templates of the project and of the function are written from their texts', async () => {
  // `npm run mail-templates` writes them.
  for (const { file, content } of await generateMailTemplates()) expect(await readFile(file, 'utf8')).toBe(content);
});

test('a link works as long as its mail says', async () => {
  expect(await readFile(path.join(ROOT, 'supabase/config.toml'), 'utf8')).toMatch(/^otp_expiry = 3600$/m);
  expect(mailIn('en', 'recovery').text).toContain('within the next hour');
});

test('every text is used', () => {
  const used = everyMail.map(({ type, language }) => mailIn(language, type).subject);
  // One subject depends on the purpose of the mail.
  expect(Object.values(mailTemplates).map(({ subject }) => subject).filter((subject) => !used.some((text) => subject.includes(text)))).toEqual([]);
});

test.each(everyMail)('a $type mail in "$language" has its subject, its link in both parts, and the token in the link only, unless the mail has a code', ({ type, language, subject, linkType }) => {
  const mail = mailIn(language, type);
  expect(mail.subject).toBe(subject);
  expect(mail.html).toContain(`<title>${subject}</title>`);
  expect(mail.html).toMatch(new RegExp(`<h1[^>]*>${subject}</h1>`));
  const [link, ...more] = linksOf(mail.html);
  expect(more).toEqual([]);
  if (linkType === null) {
    expect(mail.html + mail.text).not.toContain(hashOf(current, '123456'));
    if (link) expect(link.search).toBe('');
  } else {
    expect(link?.origin).toBe(SITE);
    expect(link?.pathname).toBe('/auth/confirm');
    expect(Object.fromEntries(link?.searchParams ?? [])).toEqual({
      token_hash: hashOf(current, '123456'),
      type: linkType,
      next: `${SITE}/auth/confirm?type=email&next=%2Fworkspace%2Fx`,
    });
    expect(mail.text.split(hashOf(current, '123456'))).toHaveLength(2);
    // For programs that show no buttons, the HTML has the address of the link as text too.
    const [, address = ''] = /<span class="address"[^>]*>([^<]*)<\/span>/.exec(mail.html) ?? [];
    expect(address.replaceAll('&amp;', '&')).toBe(link?.href);
  }
  // Alone on its line, because mail programs would add a comma after it to the link.
  if (link) expect(mail.text.split('\n')).toContain(link.href);
  const hasCode = ['reauthentication', 'magiclink'].includes(type);
  expect([mail.html.includes('123456'), mail.text.includes('123456')]).toEqual([hasCode, hasCode]);
});

test('a mail about a way to log in leads to the page that removes it', () => {
  const pathOf = (type: ActionType) => linksOf(mailIn('en', type).html)[0]?.pathname;
  expect(pathOf('identity_linked_notification')).toBe('/account/sign-in');
  expect(pathOf('mfa_factor_enrolled_notification')).toBe('/account/security');
});

test('a mail has a code only for those who log in with one', () => {
  expect(mailIn('en', 'signup', { needs_password: true }).text).toContain('123456');
  expect(mailIn('en', 'magiclink', { invited_to: 'Choir' }).text).not.toContain('123456');
});

test.each(everyMail)('the plain text of a $type mail in "$language" matches its HTML', ({ type, language }) => {
  const mail = mailIn(language, type);
  const once = (html: string): string => html.replace(/<head>.*<\/head>|<!-- html only -->.*?<!-- \/html only -->/gs, '');
  const words = (part: string): string[] => once(part).replace(/<[^>]*>|https:\S*/g, ' ').replaceAll(/&#x206[89];/g, '').match(/\p{L}+/gu) ?? [];
  expect(words(mail.text)).toEqual(words(mail.html));
  expect(mail.text).not.toMatch(/[<>]|&#?\w+;|\{\{/);
  expect(mail.html).not.toContain('{{');
});

test.each(ACTION_TYPES)('a %s mail declares its language and text direction', (type) => {
  // On the document, and on its content for programs that keep only that.
  const openings = (language: string): string[] => Array.from(mailIn(language, type).html.matchAll(/<(?:html|div) ([^>]*)>/g), ([, attributes = '']) => attributes);
  const expected = ['lang="en" dir="ltr"', 'lang="de" dir="ltr"', 'lang="ar" dir="rtl"', 'lang="en" dir="ltr"'];
  expect(['en', 'de', 'ar', ''].map(openings)).toEqual(expected.map((attributes) => [attributes, attributes]));
});

test.each(ACTION_TYPES)('a %s mail isolates addresses and names from Arabic text', (type) => {
  const { text } = mailIn('ar', type, { invited_by: 'Ada', invited_to: 'Plans' });
  const sentences = text.replace(/https:\S*/g, '');
  // Nothing outside an isolation is left-to-right text: codes are digits, and kinds of factors are translated.
  expect(sentences.replace(/\u2068[^\u2068\u2069]*\u2069/g, '')).not.toMatch(/[A-Za-z@]/);
});

const EVIL = '"><img src=x onerror=alert(1)>&{{ .Token }}\r\nBcc: eve@example.com';

test.each(everyMail)('text from strangers cannot change a $type mail in "$language"', ({ type, language, subject: expected }) => {
  const evil = { token: EVIL, token_hash: EVIL, token_new: EVIL, token_hash_new: EVIL, redirect_to: EVIL, old_email: EVIL, provider: EVIL, factor_type: EVIL };
  const mails = addressMails(payload(type, evil, { email: EVIL, new_email: `new${EVIL}`, user_metadata: { ...NO_METADATA, invited_by: EVIL, invited_to_view: EVIL, language } }), SITE);
  const harmless = addressMails(payload(type, { token_new: '654321', token_hash_new: 'abc' }, { user_metadata: { ...NO_METADATA, invited_by: 'Ada', language } }), SITE);
  const tagsOf = ({ html }: AddressedMail): string[] => Array.from(html.matchAll(/<[^>]*>/g), ([tag]) => tag.replace(/ href="https:\/\/site\.example\/[\w./?=&;%()-]*"/, ''));
  expect(mails).not.toEqual([]);
  expect(mails.map(tagsOf)).toEqual(harmless.map(tagsOf));
  for (const { text } of mails) expect(text).not.toMatch(/^Bcc:/m);
  // For a change of address, a mail to the current mailbox precedes it.
  expect(mails.at(-1)?.subject).toBe(expected);
});

test.each(['invite', 'magiclink'] as const)('a %s mail names the inviting person and the board, without links in their names', (type) => {
  const mail = mailIn('en', type, { invited_by: 'Ada & {{ .Token }}', invited_to: '<b>Plans</b>' });
  expect(mail.subject).toBe('You are invited to a board');
  expect(mail.text).toContain('Ada & {{ .Token }} invites you to the board “<b>Plans</b>”.');
  expect(mail.html).toContain('Ada &#38; {{ .Token }} invites you to the board “&#60;b&#62;Plans&#60;/b&#62;”.');
  expect(mail.text).not.toContain('{{ if');
  expect(mail.text).not.toContain('{{ end');
});

test.each([
  ['en', 'Ada', 'Ada invites you to the board “Plans”.'],
  ['en', '', 'Someone invites you to the board “Plans”.'],
  ['de', 'Ada', 'Ada lädt Sie zum Board „Plans“ ein.'],
  ['de', '', 'Jemand lädt Sie zum Board „Plans“ ein.'],
  ['ar', 'Ada', 'يدعوك \u2068Ada\u2069 إلى اللوحة «\u2068Plans\u2069».'],
  ['ar', '', 'يدعوك شخص بدون اسم إلى اللوحة «\u2068Plans\u2069».'],
])('an invitation in %s by "%s" names the inviting person', (language, invited_by, sentence) => {
  for (const type of ['invite', 'magiclink'] as const) expect(mailIn(language, type, { invited_by, invited_to: 'Plans' }).text).toContain(sentence);
});

test.each([
  ['en', 'totp', '(authenticator app)'],
  ['de', 'phone', '(Telefon)'],
  ['ar', 'totp', '(تطبيق المصادقة)'],
  ['de', 'webauthn', '(webauthn)'],
])('a mail in %s names the factor %s as the site does: %s', (language, factor_type, words) => {
  const [mail] = addressMails(payload('mfa_factor_enrolled_notification', { factor_type }, { user_metadata: { ...NO_METADATA, language } }), SITE);
  expect(mail?.text).toContain(words);
});

test.each([
  ['en', '', '“Plans”. You can read and change its notes.'],
  ['en', 'yes', '“Plans”. You can read its notes.'],
  ['de', '', 'ein. Sie können die Notizen lesen und ändern.'],
  ['de', 'yes', 'ein. Sie können die Notizen lesen.'],
  ['ar', '', '». يمكنك قراءة ملاحظاتها وتعديلها.'],
  ['ar', 'yes', '». يمكنك قراءة ملاحظاتها.'],
])('an invitation in %s (to view only: "%s") says what the invited person can do', (language, invited_to_view, sentence) => {
  for (const type of ['invite', 'magiclink'] as const) expect(mailIn(language, type, { invited_by: 'Ada', invited_to: 'Plans', invited_to_view }).text).toContain(sentence);
});

test('a mail shows only short names from an account’s metadata', () => {
  const read = (user_metadata: unknown) => readPayload(JSON.stringify({ user: { email: current, user_metadata }, email_data: { email_action_type: 'magiclink' } })).user.user_metadata;
  expect(read({ invited_by: 'Ada', invited_to: 'Plans', language: 'de', name: 'Bob' })).toEqual({ ...NO_METADATA, invited_by: 'Ada', invited_to: 'Plans', language: 'de' });
  expect(read({ invited_by: 'x'.repeat(101), invited_to: ['Plans'], language: 5, needs_password: 'yes' })).toEqual(NO_METADATA);
  for (const other of [undefined, null, 'text', {}]) expect(read(other)).toEqual(NO_METADATA);
});

test.each([
  ['https://site.example/workspace?x=1#y', 'https://site.example/workspace?x=1#y'],
  ['https://eve.example/', SITE],
  ['https://site.example.eve.example/', SITE],
  ['http://site.example/', SITE],
  ['https://site.example@eve.example/', SITE],
  ['//eve.example', SITE],
  ['javascript:alert(1)', SITE],
  ['', SITE],
])('a link to %j continues to %s', (asked, expected) => {
  const [mail] = addressMails(payload('recovery', { redirect_to: asked }), SITE);
  expect(linksOf(mail?.html ?? '')[0]?.searchParams.get('next')).toBe(expected);
});

test('a change of address is confirmed from both mailboxes, each with its own token', () => {
  // As supabase/auth fills it in: `token_hash_new` belongs to the current address (internal/api/mail.go).
  const [code, codeForNew] = ['111111', '222222'];
  const mails = addressMails(
    payload('email_change', { token: code, token_hash_new: hashOf(current, code), token_new: codeForNew, token_hash: hashOf(renewed, codeForNew) }),
    SITE,
  );
  const tokens = mails.map(({ to, html }) => [to, linksOf(html)[0]?.searchParams.get('token_hash')]);
  expect(tokens).toEqual([[current, hashOf(current, code)], [renewed, hashOf(renewed, codeForNew)]]);
  for (const { text } of mails) expect(text).toContain(`from ${current} to ${renewed}`);
  const [warning, confirmation] = mails.map(({ text }) => text);
  expect(warning).toContain('someone else can log in to your account');
  expect(confirmation).not.toContain('someone else');
});

test('without secure change only the new address gets a mail', () => {
  const mails = addressMails(payload('email_change', { token_hash: hashOf(renewed, '123456') }), SITE);
  expect(mails.map(({ to, html }) => [to, linksOf(html)[0]?.searchParams.get('token_hash')])).toEqual([[renewed, hashOf(renewed, '123456')]]);
});

test('the old mailbox is informed after a change of address', () => {
  expect(addressMails(payload('email_changed_notification'), SITE).map(({ to }) => to)).toEqual(['countess@example.com']);
});
