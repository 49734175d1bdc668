import { existsSync } from 'node:fs';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/directory-store';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { openSiteStore } from '@atrium/releases/site-store';
import type { CommandContext, OptionDefinition } from '../line/command-definition.ts';
import { UsageError } from '../line/usage-error.ts';
import { CommandError } from '../report/command-error.ts';
import { originOf } from './site-origin.ts';

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

/** Where the releases are: on a site, or in a folder of this machine. */
export type StorePlace =
  | { readonly kind: 'site'; readonly origin: string }
  | { readonly kind: 'directory'; readonly directory: string };

/**
 * Finds the release store that a command is for; null if none is named and none is near.
 *
 * @throws UsageError if two are named, or an address will not do
 */
export function findStore({ call, cwd, env }: CommandContext): StorePlace | null {
  const given: Named = { store: call.text('store'), site: call.text('site') };
  const named: Named = given.store || given.site ? given : { store: envText(env, 'ATRIUM_STORE'), site: envText(env, 'ATRIUM_SITE') };
  if (named.store !== undefined && named.site !== undefined) {
    throw new UsageError('A folder and a site are named at once. Give --store or --site, not both.');
  }
  if (named.site !== undefined) return { kind: 'site', origin: originOf(named.site) };
  const directory = named.store === undefined ? nearestStore(cwd) : path.resolve(cwd, named.store);
  return directory === null ? null : { kind: 'directory', directory };
}

/**
 * Opens the release store that a command is for.
 *
 * @throws UsageError if two are named, or an address will not do
 * @throws CommandError if none is named and none is near, or the token is missing
 */
export function openStore(context: CommandContext): ReleaseStore {
  const place = findStore(context);
  if (place === null) throw noStore();
  return place.kind === 'site' ? openSite(place.origin, envText(context.env, 'ATRIUM_TOKEN')) : openDirectoryStore(place.directory);
}

/** What is said where a command needs a store and there is none. */
export function noStore(): CommandError {
  return new CommandError(
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

function openSite(site: string, token: string | undefined): ReleaseStore {
  const { protocol, hostname } = new URL(site);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    throw new UsageError(`${site} would get the token in the open. Use its https address.`);
  }
  if (token === undefined) {
    throw new CommandError('no-token', 'ATRIUM_TOKEN is not set. Ask the platform team for a token of your team, and set it there.');
  }
  return openSiteStore({ site, token });
}

/** Names and addresses that lead nowhere but to this machine (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
