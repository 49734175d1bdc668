import { existsSync } from 'node:fs';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/directory-store';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { openSiteStore } from '@atrium/releases/site-store';
import { openSupabaseStore } from '@atrium/releases/supabase-store';
import type { CommandContext, OptionDefinition } from '../line/command-definition.ts';
import { UsageError } from '../line/usage-error.ts';
import { CommandError } from '../report/command-error.ts';
import { originOf } from './site-origin.ts';

/** The options that say where the releases are. */
export const storeOptions: readonly OptionDefinition[] = [
  { name: 'store', value: 'DIR', help: 'folder of the releases (ATRIUM_STORE, or the nearest .atrium/releases); supabase: for RELEASES_SUPABASE_URL' },
  { name: 'site', value: 'URL', help: 'address of the site (ATRIUM_SITE); needs a token in ATRIUM_TOKEN' },
];

/** What the option, and then the environment, name; an option of either kind goes over the environment. */
interface Named {
  readonly store: string | undefined;
  readonly site: string | undefined;
}

/** In the place of a folder: the Supabase project that the environment names. */
const inProject = 'supabase:';

/** Where the releases are: on a site, in a Supabase project, or in a folder of this machine. */
export type StorePlace =
  | { readonly kind: 'site'; readonly origin: string }
  | OpenPlace;

/** Where the releases are for whoever needs no site to reach them. */
export type OpenPlace =
  | { readonly kind: 'supabase'; readonly url: string; readonly serviceKey: string; readonly cacheDirectory: string }
  | { readonly kind: 'directory'; readonly directory: string };

/**
 * Finds the release store that a command is for; null if none is named and none is near.
 *
 * @throws UsageError if two are named, or an address will not do
 * @throws CommandError if the Supabase project is wanted, and the environment names none
 */
export function findStore({ call, cwd, env }: CommandContext): StorePlace | null {
  const given: Named = { store: call.text('store'), site: call.text('site') };
  const named: Named = given.store || given.site ? given : { store: envText(env, 'ATRIUM_STORE'), site: envText(env, 'ATRIUM_SITE') };
  if (named.store !== undefined && named.site !== undefined) {
    throw new UsageError('A folder and a site are named at once. Give --store or --site, not both.');
  }
  if (named.site !== undefined) return { kind: 'site', origin: originOf(named.site) };
  if (named.store === inProject) return projectOf(env, cwd);
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
  return place.kind === 'site' ? openSite(place.origin, context) : openPlace(place);
}

/**
 * Opens the release store of a command that only reads. A folder that does not exist is a wrong name then: to publish makes one.
 *
 * @throws UsageError if two are named, or an address will not do
 * @throws CommandError as {@link openStore}, and if the folder does not exist
 */
export function openStoreToRead(context: CommandContext): ReleaseStore {
  const place = findStore(context);
  if (place?.kind === 'directory' && !existsSync(place.directory)) {
    throw new CommandError('no-store', `There are no releases in ${place.directory}: the folder does not exist. Correct --store or ATRIUM_STORE.`);
  }
  return openStore(context);
}

/** Opens a store that needs no site. */
export function openPlace(place: OpenPlace): ReleaseStore {
  return place.kind === 'supabase' ? openSupabaseStore(place) : openDirectoryStore(place.directory);
}

/**
 * The origin of the site that a command is for, where a folder will not do.
 *
 * @throws UsageError if two are named, or an address will not do
 * @throws CommandError if no site is named
 */
export function siteOfStore(context: CommandContext): string {
  const place = findStore(context);
  if (place?.kind === 'site') return place.origin;
  throw new CommandError('no-site', 'This is of a running site. Name it with --site, or in ATRIUM_SITE.');
}

/** The team's token. @throws CommandError if there is none */
export function tokenOf({ env }: Pick<CommandContext, 'env'>): string {
  const token = envText(env, 'ATRIUM_TOKEN');
  if (token !== undefined) return token;
  throw new CommandError('no-token', 'ATRIUM_TOKEN is not set. Ask the platform team for a token of your team, and set it there.');
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

/** The key is never an argument: those are seen by everybody on a machine. */
function projectOf(env: CommandContext['env'], cwd: string): OpenPlace {
  const [url, serviceKey] = [envText(env, 'RELEASES_SUPABASE_URL'), envText(env, 'RELEASES_SUPABASE_KEY')];
  if (url === undefined || serviceKey === undefined) {
    throw new CommandError(
      'no-project',
      'RELEASES_SUPABASE_URL and RELEASES_SUPABASE_KEY are not both set. Set them to the address and the secret key of the project that keeps the releases.',
    );
  }
  if (!URL.canParse(url)) throw new UsageError('RELEASES_SUPABASE_URL is not an address. Set it to one such as https://your-project.supabase.co.');
  refuseInTheOpen(url, 'would get the key in the open. Use its https address.');
  return { kind: 'supabase', url, serviceKey, cacheDirectory: path.resolve(cwd, envText(env, 'RELEASES_CACHE') ?? '.atrium/release-cache') };
}

function nearestStore(from: string): string | null {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const directory = path.join(folder, '.atrium/releases');
    if (existsSync(directory)) return directory;
    if (folder === path.dirname(folder)) return null;
  }
}

function openSite(site: string, context: CommandContext): ReleaseStore {
  refuseInTheOpen(site, 'would get the token in the open. Use its https address.');
  return openSiteStore({ site, token: tokenOf(context) });
}

function refuseInTheOpen(address: string, words: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return;
  throw new UsageError(`${address} ${words}`);
}

/** Names and addresses that lead nowhere but to this machine (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
