import type { CommandContext, OptionDefinition } from '../line/command-definition.ts';
import { UsageError } from '../line/usage-error.ts';

/** Where `npm start` has the site. */
const USUAL_SITE = 'http://localhost:3000';

/** The option that names a site of which nothing is asked but what it gives to everybody. */
export const openSiteOption: OptionDefinition = {
  name: 'site',
  value: 'URL',
  help: `address of the site (ATRIUM_SITE, or ${USUAL_SITE}); it needs no token`,
};

/** The origin of the site that a command is for. @throws UsageError */
export function openSiteOf({ call, env }: CommandContext): string {
  const given = call.text('site') ?? env['ATRIUM_SITE']?.trim() ?? '';
  return originOf(given === '' ? USUAL_SITE : given);
}

/** The origin of an address that is nothing else. @throws UsageError */
export function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.pathname !== '/' || url.search !== '') {
    throw new UsageError('The site is an address such as https://app.example.org, without a path.');
  }
  return url.origin;
}
