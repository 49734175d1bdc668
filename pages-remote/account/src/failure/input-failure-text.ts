import { language } from '@atrium/page-kit/messages';
import type { ActionFailure } from './action-failure.ts';
import { failureText } from './failure-text.ts';
import { inputRefusalMessage } from './input-refusal-messages.ts';

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
  return kind ? inputRefusalMessage(kind) : inputRefusalMessage('these', { characters });
}

function listOf(kinds: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'unit' }).format(kinds);
}

/** The text of a failure for the person it happened to, where something was typed that the service may not take. Apart from `failureText`: a log-in needs none of it. */
export function inputFailureText(failure: ActionFailure): string {
  const { code, message } = failure;
  return code === 'weak_password' || code === 'validation_failed' ? inputRefusalText(code, message) : failureText(failure);
}

/**
 * What to change about an input that the service refused with `weak_password` or `validation_failed`. Its message is
 * made for developers, but the numbers that hold here are nowhere else (supabase/auth, internal/api/password.go).
 */
function inputRefusalText(code: 'weak_password' | 'validation_failed', message: string): string {
  const least = /at least (\d+) characters/.exec(message)?.[1];
  const most = /longer than (\d+) characters/.exec(message)?.[1];
  const classes = /at least one character of each: (.*?)\.(?: Password|$)/.exec(message)?.[1];
  // Reason `pwned`: the service found it among leaked passwords.
  const isLeaked = /known to be weak/.test(message);
  const advice = [
    ...(least === undefined ? [] : [inputRefusalMessage('tooShort', { count: Number(least) })]),
    ...(most === undefined ? [] : [inputRefusalMessage('tooLong', { count: Number(most) })]),
    ...(classes === undefined ? [] : [inputRefusalMessage('kinds', { kinds: listOf(classes.split(', ').map(kindOf)) })]),
    ...(isLeaked ? [inputRefusalMessage('common')] : []),
  ];
  if (advice.length > 0) return advice.join(' ');
  if (code === 'weak_password') return inputRefusalMessage('weak');
  return inputRefusalMessage(/email/i.test(message) ? 'address' : 'other');
}
