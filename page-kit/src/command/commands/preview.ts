import { longestPreviewMinutes, previewPathSchema, signPreview } from '@atrium/releases/preview-link';
import { previewPath } from '@atrium/releases/names';
import type { ReleaseManifest } from '@atrium/releases/release-manifest';
import type { ReleaseStore } from '@atrium/releases/release-store';
import { sealBuild } from '@atrium/releases/seal';
import { covers } from '@atrium/releases/team-book';
import * as v from 'valibot';
import { findBuild, folderOption } from '../given/build-place.ts';
import { openStore, siteOfStore, tokenOf } from '../given/store-choice.ts';
import type { Command, CommandContext } from '../line/command-definition.ts';
import { UsageError } from '../line/usage-error.ts';
import { smokeTestOf } from '../publishing/publish-release.ts';
import { CommandError } from '../report/command-error.ts';
import { moment } from '../report/table.ts';

/** Minutes that a link holds unless the caller asks for another time: long enough for a look. */
const usualLife = 60;

/** `atrium preview` */
export const previewCommand: Command = {
  name: 'preview',
  summary: 'makes a link that shows a stored release to who is signed in, while another is live',
  operands: ['[NAME]', '[RELEASE]'],
  options: [
    { name: 'build', help: 'store the build in this folder, without making it live, and show that' },
    folderOption,
    { name: 'path', value: 'PATH', help: 'where the preview begins (the first page of the module)' },
    { name: 'expires-in-minutes', value: 'N', help: `how long the link holds (${usualLife}; at most ${longestPreviewMinutes}, a week)` },
    { name: 'site', value: 'URL', help: 'address of the site (ATRIUM_SITE); needs a token in ATRIUM_TOKEN' },
  ],
  notes: [
    'atrium preview orders abcdefgh234567ab   of a release that is stored',
    'atrium preview --build                   of the build in this folder',
    'Whoever opens the link logs in, sees what it is, and confirms. The preview ends with its tab, when the link',
    'expires, and when the token is revoked. Nothing is made live.',
  ],
  run: async (context) => {
    const { call } = context;
    const site = siteOfStore(context);
    const store = openStore(context);
    const minutes = call.number('expires-in-minutes', { least: 1, most: longestPreviewMinutes }) ?? usualLife;
    const { manifest, trouble, json } = call.has('build') ? await storeBuild(context, store) : await storedRelease(context, store);
    const { name, release } = manifest;
    const path = pathOf(call.text('path') ?? firstPath(manifest), site);
    const expires = Math.floor(Date.now() / 1000) + minutes * 60;
    const link = `${site}${previewPath}#${signPreview(tokenOf(context), { name, release, expires, path })}`;
    const until = new Date(expires * 1000).toISOString();
    return {
      json: { name, release, path, expires: until, link, ...json },
      text: [`${name} ${release} can be seen until ${moment(until)} by who is signed in and opens:`, link, ...trouble],
    };
  },
};

/** What the link is to show. */
interface Shown {
  readonly manifest: ReleaseManifest;
  /** What else to say. */
  readonly trouble: readonly string[];
  readonly json: Readonly<Record<string, unknown>>;
}

async function storeBuild(context: CommandContext, store: ReleaseStore): Promise<Shown> {
  const { call, output } = context;
  if (call.operands.length > 0) throw new UsageError('--build shows what is built in the folder. Leave out the name and the release.');
  const { folder, output: built } = await findBuild(context);
  output.step('Sealing the build');
  const sealed = await sealBuild(built);
  const smokeTest = await smokeTestOf(store, sealed, folder, (step) => output.step(step));
  output.step(`Storing ${sealed.files.size} files`);
  const stored = await store.putRelease(sealed, smokeTest);
  return { manifest: sealed.manifest, trouble: smokeTest.problems.map((problem) => `  smoke-test: ${problem}`), json: { stored, smokeTest } };
}

async function storedRelease({ call, ...context }: CommandContext, store: ReleaseStore): Promise<Shown> {
  const [name, release] = call.operands;
  if (name === undefined || release === undefined) throw new UsageError('Name the remote and its release, or give --build. atrium history shows releases.');
  const team = await store.teams.teamOfToken(tokenOf(context));
  const reading = await store.readManifest(name, release);
  if (team !== null && !covers(team, name)) {
    throw new CommandError('not-your-remote', `This token is of ${team.team}, which may not release ${name}: the site would refuse the link.`);
  }
  if (reading.status === 'ok') return { manifest: reading.manifest, trouble: [], json: {} };
  throw new CommandError('unknown-release', `The site has no usable release ${release} of ${name}. atrium history ${name} shows those that were live.`);
}

/** The path of an address of the site, as browsers write it. @throws UsageError */
function pathOf(given: string, site: string): string {
  const url = given.startsWith('/') && URL.canParse(given, site) ? new URL(given, site) : null;
  const path = url === null ? '' : url.pathname + url.search;
  if (url?.origin === site && url.hash === '' && v.is(previewPathSchema, path)) return path;
  throw new UsageError('--path is a path of the site such as /orders?page=2, without #, of 512 characters at most.');
}

/** The first page of a module that needs no parameter; the site's own first page for everything else. */
function firstPath(manifest: ReleaseManifest): string {
  if (manifest.kind !== 'page-module') return '/';
  const { navigation, routes } = manifest.moduleManifest;
  const patterns = [...navigation.map(({ route }) => routes[route] ?? ''), ...Object.values(routes)];
  return patterns.map((pattern) => pattern.replace(/\/\*$/, '')).find((path) => /^\/[^:*]*$/.test(path)) ?? '/';
}
