import { existsSync } from 'node:fs';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/directory-store';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { openSiteStore } from '@atrium/releases/site-store';
import type { CommandContext, OptionDefinition } from '../line/command-definition.ts';
import { UsageError } from '../line/usage-error.ts';
import { CommandError } from '../report/command-error.ts';

/** The options that say where the releases are. */
export const storeOptions: readonly OptionDefinition[] = [
  { name: 'store', value: 'DIR', help: 'folder of the releases (ATRIUM_STORE, or the nearest .atrium/releases)' },
  { name: 'site', value: 'URL', help: 'address of the site (ATRIUM_SITE); needs a token in ATRIUM_TOKEN' },
];

/** What the option, and then the environment, name; an option of either kind goes over the environment. */
interface Named {
  readonly store: string | undefined;
  readonly site: string | undefined;
}

/**
 * Opens the release store that a command is for.
 *
 * @throws UsageError if two are named, or an address will not do
 * @throws CommandError if none is named and none is near, or the token is missing
 */
export function openStore({ call, cwd, env }: CommandContext): ReleaseStore {
  const given: Named = { store: call.text('store'), site: call.text('site') };
  const named: Named = given.store || given.site ? given : { store: envText(env, 'ATRIUM_STORE'), site: envText(env, 'ATRIUM_SITE') };
  if (named.store !== undefined && named.site !== undefined) {
    throw new UsageError('A folder and a site are named at once. Give --store or --site, not both.');
  }
  if (named.site !== undefined) return openSite(named.site, envText(env, 'ATRIUM_TOKEN'));
  const directory = named.store === undefined ? nearestStore(cwd) : path.resolve(cwd, named.store);
  if (directory !== null) return openDirectoryStore(directory);
  throw new CommandError(
    'no-store',
    'There is no .atrium/releases in this folder or above it. Name the folder of the releases with --store, or the site with --site.',
  );
}

function envText(env: CommandContext['env'], name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

function nearestStore(from: string): string | null {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const directory = path.join(folder, '.atrium/releases');
    if (existsSync(directory)) return directory;
    if (folder === path.dirname(folder)) return null;
  }
}

function openSite(address: string, token: string | undefined): ReleaseStore {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.pathname !== '/' || url.search !== '') {
    throw new UsageError('The site is an address such as https://app.example.org, without a path.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError(`${url.origin} would get the token in the open. Use its https address.`);
  }
  if (token === undefined) {
    throw new CommandError('no-token', 'ATRIUM_TOKEN is not set. Ask the platform team for a token of your team, and set it there.');
  }
  return openSiteStore({ site: url.origin, token });
}

/** Names and addresses that lead nowhere but to this machine (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
