import { existsSync } from 'node:fs';
import path from 'node:path';
import { openDirectoryStore } from '@atrium/releases/stores/directory';
import type { ReleaseStore } from '@atrium/releases/stores';
import { openSiteStore } from '@atrium/releases/stores/site';
import { openSupabaseStore } from '@atrium/releases/stores/supabase';
import { CommandError, UsageError } from '../../errors.ts';
import { isLoopbackHost } from '../../site-proxy/loopback.ts';
import type { CommandContext, OptionDefinition } from '../framework/definition.ts';

/** URL of a site that `npm start` runs. */
const DEFAULT_SITE = 'http://localhost:3000';

/** Value of `--store` for the Supabase project that the environment configures. */
const SUPABASE_STORE = 'supabase:';

/** The option for a site that the command reads only public data from. */
export const publicSiteOption: OptionDefinition = {
  name: 'site',
  value: 'URL',
  help: `URL of the site (default: ATRIUM_SITE, or ${DEFAULT_SITE}); needs no token`,
};

/** The option for a site that the command needs a token for. */
export const siteOption: OptionDefinition = { name: 'site', value: 'URL', help: 'URL of the site (default: ATRIUM_SITE); needs a token in ATRIUM_TOKEN' };

/** The options that select the release store. */
export const storeOptions: readonly OptionDefinition[] = [
  { name: 'store', value: 'DIR', help: `folder of the releases (default: ATRIUM_STORE, or the nearest .atrium/releases); ${SUPABASE_STORE} for RELEASES_SUPABASE_URL` },
  siteOption,
];

/** Where the releases are: on a site, or in a store that needs no site. */
export type StoreLocation = { readonly kind: 'site'; readonly origin: string } | DirectLocation;

/** A Supabase project or a folder with releases. */
export type DirectLocation =
  | { readonly kind: 'supabase'; readonly url: string; readonly serviceKey: string; readonly cacheDirectory: string }
  | { readonly kind: 'directory'; readonly directory: string };

/**
 * Finds the release store of a command; null if none is selected and no folder above has one. An option overrides both variables.
 *
 * @throws UsageError if two stores are selected, or a URL is invalid
 * @throws CommandError if the Supabase project is selected but not configured
 */
export function findStore({ call, cwd, env }: CommandContext): StoreLocation | null {
  const options = { store: call.text('store'), site: call.text('site') };
  const { store, site } = options.store || options.site ? options : { store: variable(env, 'ATRIUM_STORE'), site: variable(env, 'ATRIUM_SITE') };
  if (store !== undefined && site !== undefined) {
    throw new UsageError('Both a folder and a site are selected. Pass either --store or --site.');
  }
  if (site !== undefined) return { kind: 'site', origin: originOf(site) };
  if (store === SUPABASE_STORE) return supabaseProject(env, cwd);
  const directory = store === undefined ? nearestStore(cwd) : path.resolve(cwd, store);
  return directory === null ? null : { kind: 'directory', directory };
}

/** {@link findStore} for a command that needs one. @throws CommandError if there is none; UsageError */
export function requireStore(context: CommandContext): StoreLocation {
  const location = findStore(context);
  if (location !== null) return location;
  throw new CommandError(
    'no-store',
    'No .atrium/releases found in this folder or above it. Pass the folder of the releases with --store, or the site with --site.',
  );
}

/**
 * Opens the release store of a command.
 *
 * @throws UsageError if two stores are selected, or a URL is invalid
 * @throws CommandError if there is no store, or the token is missing
 */
export function openStore(context: CommandContext): ReleaseStore {
  const location = requireStore(context);
  if (location.kind !== 'site') return openDirectly(location);
  requireTls(location.origin, 'token');
  return openSiteStore({ site: location.origin, token: tokenOf(context) });
}

/**
 * Opens the release store of a command that needs stored releases or teams. Publishing creates a missing folder, but for such a command it is a wrong path.
 *
 * @throws UsageError as {@link openStore}
 * @throws CommandError as {@link openStore}, and if the folder does not exist
 */
export function openStoreToRead(context: CommandContext): ReleaseStore {
  const location = findStore(context);
  if (location?.kind === 'directory' && !existsSync(location.directory)) {
    throw new CommandError('no-store', `No releases found: the folder ${location.directory} does not exist. Correct --store or ATRIUM_STORE.`);
  }
  return openStore(context);
}

/** Opens a store without a site. */
export function openDirectly(location: DirectLocation): ReleaseStore {
  return location.kind === 'supabase' ? openSupabaseStore(location) : openDirectoryStore(location.directory);
}

/** The origin of the site that a command needs. @throws UsageError as {@link findStore}; CommandError if no site is selected */
export function requireSite(context: CommandContext): string {
  const location = findStore(context);
  if (location?.kind === 'site') return location.origin;
  throw new CommandError('no-site', 'This command needs a running site. Pass --site URL, or set ATRIUM_SITE.');
}

/** The origin of the site that a command reads public data from. @throws UsageError for an invalid URL */
export function publicSite({ call, env }: CommandContext): string {
  return originOf(call.text('site') ?? variable(env, 'ATRIUM_SITE') ?? DEFAULT_SITE);
}

/** The team's token. @throws CommandError if it is not set */
export function tokenOf({ env }: Pick<CommandContext, 'env'>): string {
  const token = variable(env, 'ATRIUM_TOKEN');
  if (token !== undefined) return token;
  throw new CommandError('no-token', 'ATRIUM_TOKEN is not set. Ask the platform team for a token of your team, and set the variable to it.');
}

function variable(env: CommandContext['env'], name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.pathname !== '/' || url.search !== '') {
    throw new UsageError('The site must be a URL without a path, such as https://app.example.org.');
  }
  return url.origin;
}

/** The key is never an argument: other users of the machine can see arguments. */
function supabaseProject(env: CommandContext['env'], cwd: string): DirectLocation {
  const [url, serviceKey] = [variable(env, 'RELEASES_SUPABASE_URL'), variable(env, 'RELEASES_SUPABASE_KEY')];
  if (url === undefined || serviceKey === undefined) {
    throw new CommandError('no-project', '--store supabase: needs RELEASES_SUPABASE_URL and RELEASES_SUPABASE_KEY. Set them to the URL and the secret key of the project that stores the releases.');
  }
  if (!URL.canParse(url)) throw new UsageError('RELEASES_SUPABASE_URL must be a URL such as https://your-project.supabase.co.');
  requireTls(url, 'key');
  return { kind: 'supabase', url, serviceKey, cacheDirectory: path.resolve(cwd, variable(env, 'RELEASES_CACHE') ?? '.atrium/release-cache') };
}

function nearestStore(from: string): string | null {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const directory = path.join(folder, '.atrium/releases');
    if (existsSync(directory)) return directory;
    if (folder === path.dirname(folder)) return null;
  }
}

function requireTls(address: string, secret: 'token' | 'key'): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) return;
  throw new UsageError(`Refusing to send the ${secret} to ${address} without encryption. Use an https URL.`);
}
