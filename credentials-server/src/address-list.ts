import { SettingsError } from './settings-error.ts';

/**
 * Reads a comma-separated list of e-mail addresses: in lower case, each once.
 *
 * @throws SettingsError
 */
export function addressList(variable: string, value: string): string[] {
  const addresses = value.split(',').map((address) => address.trim().toLowerCase());
  const given = addresses.filter((address) => address !== '');
  // Whether it is a mailbox, only mail can tell: this finds what was written in the wrong way.
  if (given.every((address) => /^[^\s@<>"',;]+@[^\s@<>"',;]+$/.test(address))) return [...new Set(given)];
  throw new SettingsError(
    variable,
    'has an entry that is no e-mail address. Write addresses such as ada@example.org, with commas between them, without names or <>.',
  );
}
