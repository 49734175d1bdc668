import { addTranslations } from '@atrium/page-kit/messages';
import { passkeysArabic } from '../../src/passkeys/messages.ar.ts';
import { passkeyText } from '../../src/passkeys/messages.ts';
import { passkeyName } from '../../src/passkeys/passkey-item.tsx';

addTranslations({ 'account.passkeys': passkeysArabic });

test('a passkey without a name of its own is named in the language of the page', () => {
  expect(passkeyName({ name: ' ' })).toBe(passkeysArabic.unnamed);
  expect(passkeyName({ name: 'Passkey' })).toBe(passkeysArabic.unnamed);
  expect(passkeyName({ name: 'Laptop' })).toBe('Laptop');
});

test('in Arabic, a name keeps its own direction', () => {
  for (const key of ['added', 'renamed', 'askRemoval', 'removed'] as const) expect(passkeyText(key, { name: 'Laptop (2)' })).toContain('\u2068Laptop (2)\u2069');
});
