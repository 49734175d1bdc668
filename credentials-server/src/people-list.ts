import { SettingsError } from './settings-error.ts';

/**
 * Reads a comma-separated list of people, named by user id or e-mail address: in lower case, each once.
 *
 * @throws SettingsError
 */
export function peopleList(variable: string, value: string): string[] {
  const entries = value.split(',').map((entry) => entry.trim().toLowerCase());
  const given = entries.filter((entry) => entry !== '');
  // Whether it is a mailbox, only mail can tell: this finds what was written in the wrong way.
  if (given.every((entry) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|^[^\s@<>"',;]+@[^\s@<>"',;]+$/.test(entry))) return [...new Set(given)];
  throw new SettingsError(
    variable,
    'has an entry that is neither a user id nor an e-mail address. Write user ids, or addresses such as ada@example.org, with commas between them, without names or <>.',
  );
}
