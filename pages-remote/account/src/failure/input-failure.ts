import { language } from '@atrium/page-kit/messages';
import { type ActionFailure, failureText } from './action-failure.ts';
import { inputText } from './input-messages.ts';

/** The character classes that a project can require in a password (supabase/auth, internal/conf, `PasswordRequiredCharacters`). */
const CHARACTER_CLASSES = [
  [/^[a-z]+$/, 'lowerCase'],
  [/^[A-Z]+$/, 'upperCase'],
  [/^[a-z]+$/i, 'letters'],
  [/^\d+$/, 'digits'],
  [/^[!-/:-@[-`{-~]+$/, 'signs'],
] as const;

/**
 * The text of a failure for the user on a screen with an input that the service may refuse. Separate from `failureText`,
 * so that the log-in page does not load these texts.
 */
export function inputFailureText(failure: ActionFailure): string {
  const { code, message } = failure;
  return code === 'weak_password' || code === 'validation_failed' ? refusedInputText(code, message) : failureText(failure);
}

/**
 * What to change about an input that the service refused with `weak_password` or `validation_failed`. Only the service's
 * message has the project's limits (supabase/auth, internal/api/password.go).
 */
function refusedInputText(code: 'weak_password' | 'validation_failed', message: string): string {
  const least = /at least (\d+) characters/.exec(message)?.[1];
  const most = /longer than (\d+) characters/.exec(message)?.[1];
  const classes = /at least one character of each: (.*?)\.(?: Password|$)/.exec(message)?.[1];
  // Reason `pwned`: the password is in a list of leaked passwords.
  const isLeaked = /known to be weak/.test(message);
  const advice = [
    ...(least === undefined ? [] : [inputText('tooShort', { count: Number(least) })]),
    ...(most === undefined ? [] : [inputText('tooLong', { count: Number(most) })]),
    ...(classes === undefined ? [] : [inputText('kinds', { kinds: listOf(classes.split(', ').map(classText)) })]),
    ...(isLeaked ? [inputText('common')] : []),
  ];
  if (advice.length > 0) return advice.join(' ');
  if (code === 'weak_password') return inputText('weak');
  return inputText(/email/i.test(message) ? 'address' : 'other');
}

function classText(characters: string): string {
  const known = CHARACTER_CLASSES.find(([all]) => all.test(characters))?.[1];
  return known ? inputText(known) : inputText('these', { characters });
}

function listOf(texts: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'unit' }).format(texts);
}
