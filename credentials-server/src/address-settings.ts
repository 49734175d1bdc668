import { SettingsError } from './settings-error.ts';

/**
 * Checks an http or https address without credentials, query or fragment (specification 5.1).
 *
 * @returns the address as it was written
 * @throws SettingsError
 */
export function webAddress(variable: string, value: string, example: string): string {
  const mend = `Set it to an http or https address, such as ${example}.`;
  if (!URL.canParse(value)) throw new SettingsError(variable, `is not an address. ${mend}`);
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new SettingsError(variable, `is not an http or https address. ${mend}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new SettingsError(variable, `has a user name, a query or a fragment in it. ${mend}`);
  }
  return value;
}

/**
 * Checks a comma-separated list of origins (RFC 6454 §6.2), which are compared character by character.
 *
 * @throws SettingsError
 */
export function originList(variable: string, value: string): string[] {
  const origins = value.split(',').map((origin) => origin.trim());
  return origins
    .filter((origin) => origin !== '')
    .map((origin) => {
      if (!/^https?:/.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin) {
        throw new SettingsError(
          variable,
          'has an entry that is no exact origin. Write origins such as https://app.example.org, with commas between them, without paths, slashes at the end or *.',
        );
      }
      return origin;
    });
}
