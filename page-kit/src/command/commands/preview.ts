import { MAX_PREVIEW_MINUTES, previewPathSchema, signPreview } from '@atrium/releases/preview';
import { PREVIEW_PATH } from '@atrium/releases/wire';
import type { ReleaseManifest } from '@atrium/releases/model';
import type { ReleaseStore } from '@atrium/releases/stores';
import { sealBuild } from '@atrium/releases/sealing';
import { covers } from '@atrium/releases/teams';
import * as v from 'valibot';
import { CommandError, UsageError } from '../../errors.ts';
import { storeRelease, smokeTestOf } from '../../publishing/publish-release.ts';
import type { Command, CommandContext } from '../framework/definition.ts';
import { formatTime } from '../framework/format.ts';
import { buildOptions, buildToRelease, missingChecks } from '../inputs/release-build.ts';
import { folderOption, readBuildIfAny } from '../inputs/remote.ts';
import { openStore, requireSite, siteOption, tokenOf } from '../inputs/store.ts';

/** Default lifetime of a link, in minutes. */
const DEFAULT_MINUTES = 60;

/** `atrium preview` */
export const previewCommand: Command = {
  name: 'preview',
  summary: 'creates a link that shows a stored release to signed-in users while another release is live',
  operands: ['[NAME]', '[RELEASE]'],
  options: [
    folderOption,
    ...buildOptions,
    { name: 'path', value: 'PATH', help: 'page to open first (default: the first page of the module)' },
    { name: 'expires-in-minutes', value: 'N', help: `lifetime of the link (default: ${DEFAULT_MINUTES}; at most ${MAX_PREVIEW_MINUTES}, a week)` },
    siteOption,
  ],
  notes: [
    'atrium preview orders abcdefgh234567ab   links to a stored release',
    'atrium preview                           stores the build in this folder without making it live, and links to it',
    'atrium preview --build                   builds first',
    'Users who open the link log in, see which release it shows, and confirm. The preview ends when its tab closes,',
    'the link expires, or the token is revoked. Nothing goes live.',
  ],
  run: async (context) => {
    const { call } = context;
    const site = requireSite(context);
    const store = openStore(context);
    const minutes = call.number('expires-in-minutes', { least: 1, most: MAX_PREVIEW_MINUTES }) ?? DEFAULT_MINUTES;
    const { manifest, notes, json } = call.operands.length === 0 || call.has('build') ? await storeBuild(context, store) : await findRelease(context, store);
    const { name, release } = manifest;
    const path = pathOf(call.text('path') ?? firstPath(manifest), site);
    const expires = Math.floor(Date.now() / 1000) + minutes * 60;
    const link = `${site}${PREVIEW_PATH}#${signPreview(tokenOf(context), { name, release, expires, path })}`;
    const until = new Date(expires * 1000).toISOString();
    return {
      json: { name, release, path, expires: until, link, ...json },
      text: [`Until ${formatTime(until)}, signed-in users can preview ${name} ${release} with this link:`, link, ...notes],
    };
  },
};

/** The release that a link shows. */
interface PreviewedRelease {
  readonly manifest: ReleaseManifest;
  readonly notes: readonly string[];
  /** More members of the JSON document. */
  readonly json: Readonly<Record<string, unknown>>;
}

async function storeBuild(context: CommandContext, store: ReleaseStore): Promise<PreviewedRelease> {
  const { call, output } = context;
  if (call.operands.length > 0) throw new UsageError('--build links to the build in the folder. Omit the name and the release.');
  if (!call.has('build') && (await readBuildIfAny(context)) === null) throw new UsageError('Pass the remote and its release, or --build. atrium history lists releases.');
  const { folder, output: buildFolder } = await buildToRelease(context, store);
  const onStep = (step: string): void => output.step(step);
  onStep('Sealing the build');
  const sealed = await sealBuild(buildFolder);
  const { text, ...unpassed } = await missingChecks(context, folder, sealed);
  const smokeTest = await smokeTestOf(store, sealed, folder, onStep);
  const stored = await storeRelease(store, sealed, smokeTest, onStep);
  return { manifest: sealed.manifest, notes: [...smokeTest.problems.map((problem) => `  smoke-test: ${problem}`), ...text], json: { stored, smokeTest, ...unpassed } };
}

async function findRelease({ call, ...context }: CommandContext, store: ReleaseStore): Promise<PreviewedRelease> {
  const [name, release] = call.operands;
  if (name === undefined || release === undefined) throw new UsageError('Pass the remote and its release, or --build. atrium history lists releases.');
  const team = await store.teams.teamOfToken(tokenOf(context));
  const reading = await store.readManifest(name, release);
  if (team !== null && !covers(team, name)) {
    throw new CommandError('not-your-remote', `This token belongs to ${team.team}, which may not release ${name}: the site would refuse the link.`);
  }
  if (reading.status === 'ok') return { manifest: reading.manifest, notes: [], json: {} };
  throw new CommandError('unknown-release', `The site has no usable release ${release} of ${name}. atrium history ${name} lists the releases that were live.`);
}

/** The path of a URL on the site, normalised as by browsers. @throws UsageError */
function pathOf(given: string, site: string): string {
  const url = given.startsWith('/') && URL.canParse(given, site) ? new URL(given, site) : null;
  const path = url === null ? '' : url.pathname + url.search;
  if (url?.origin === site && url.hash === '' && v.is(previewPathSchema, path)) return path;
  throw new UsageError('--path must be a path of the site such as /orders?page=2, without #, of at most 512 characters.');
}

/** The first page of a module that needs no parameters; for other remotes, the start page of the site. */
function firstPath(manifest: ReleaseManifest): string {
  if (manifest.kind !== 'page-module') return '/';
  const { navigation, routes } = manifest.moduleManifest;
  const patterns = [...navigation.map(({ route }) => routes[route] ?? ''), ...Object.values(routes)];
  return patterns.map((pattern) => pattern.replace(/\/\*$/, '')).find((path) => /^\/[^:*]*$/.test(path)) ?? '/';
}
