import { defineMessages } from '@atrium/page-kit/messages';

const text = defineMessages({
  tooShort: 'Choose a password of at least {count} characters.',
  tooLong: 'Choose a password of at most {count} characters.',
  kinds: 'Use at least one of each in it: {kinds}.',
  lowerCase: 'lower-case letters',
  upperCase: 'upper-case letters',
  letters: 'letters',
  digits: 'digits',
  signs: 'signs such as “!”',
  weak: 'This password is too easy to guess. Choose another one, of several words that have nothing to do with each other.',
  address: 'This address cannot be used. Check it for typing mistakes.',
  other: 'This was not accepted. Check it for typing mistakes, then try again.',
});

/** By the characters of a class that a password needs one of (supabase/auth, internal/conf, `PasswordRequiredCharacters`). */
const KINDS = [
  [/^[a-z]+$/, 'lowerCase'],
  [/^[A-Z]+$/, 'upperCase'],
  [/^[a-z]+$/i, 'letters'],
  [/^\d+$/, 'digits'],
  [/^[!-/:-@[-`{-~]+$/, 'signs'],
] as const;

function kindOf(characters: string): string {
  const kind = KINDS.find(([all]) => all.test(characters))?.[1];
  return kind ? text(kind) : `“${characters}”`;
}

/**
 * What to change about an input that the service refused with `weak_password` or `validation_failed`. Its message is
 * made for developers, but the numbers that hold here are nowhere else (supabase/auth, internal/api/password.go).
 */
export function inputRefusalText(code: 'weak_password' | 'validation_failed', message: string): string {
  const least = /at least (\d+) characters/.exec(message)?.[1];
  const most = /longer than (\d+) characters/.exec(message)?.[1];
  const classes = /at least one character of each: (.*?)\.(?: Password|$)/.exec(message)?.[1];
  const advice = [
    ...(least === undefined ? [] : [text('tooShort', { count: least })]),
    ...(most === undefined ? [] : [text('tooLong', { count: most })]),
    ...(classes === undefined ? [] : [text('kinds', { kinds: classes.split(', ').map(kindOf).join(', ') })]),
  ];
  if (advice.length > 0) return advice.join(' ');
  if (code === 'weak_password') return text('weak');
  return text(/email/i.test(message) ? 'address' : 'other');
}
