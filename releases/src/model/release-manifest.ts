import * as v from 'valibot';
import { fileListSchema, filePathSchema, integritySchema, scriptPathSchema } from './files.ts';
import { releaseIdSchema, remoteNameSchema } from './identity.ts';
import { pageFactsSchema } from './page-facts.ts';
import { versionRangeSchema, versionSchema } from './versions.ts';

/**
 * Stands for the release id in a build's output. Sealing hashes the output with it and then puts the id, which has
 * the same length, in its place; so positions in source maps hold and the id depends on nothing but the output.
 *
 * It is one for all builds, so that whoever receives a release can put it back and check the id.
 */
export const RELEASE_PLACEHOLDER = '0releaseidhere00';

const packageNameSchema = v.pipe(
  v.string(),
  v.regex(/^(?:@[a-z0-9._-]+\/)?[a-z0-9][a-z0-9._/-]*$/, 'Not the name of a package'),
);

const exposesSchema = v.record(
  v.pipe(v.string(), v.regex(/^\.\/[a-z][a-z0-9-]*$/, 'An exposed module is named like ./module')),
  fileListSchema,
);

const languageTagSchema = v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Not a language tag (BCP 47)'));

const globalSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z_$][A-Za-z0-9_$]{0,199}$/, 'global is the name of a JavaScript variable'),
);

const everyBuild = {
  schema: v.literal(1),
  name: remoteNameSchema,
  /** The script that starts the build: the container of a remote, the main script of the shell. */
  entry: scriptPathSchema,
  /** By exposed module: what to load besides the entry. */
  exposes: exposesSchema,
  /** By route key: what to load besides `./module`. */
  routes: v.record(v.string(), fileListSchema),
  /** By language tag: what to load for texts that are not English. Builds of before had none. */
  languages: v.exactOptional(v.record(languageTagSchema, fileListSchema)),
  /** By package: the range that a remote asks of the shell, or that the shell itself was built with. */
  shared: v.record(packageNameSchema, versionRangeSchema),
  /** The names that are imported from react-router-dom. */
  routerNames: v.array(v.pipe(v.string(), v.regex(/^[A-Za-z_$][A-Za-z0-9_$]*$/, 'Not the name of an export'))),
  /** The exact version of the federation runtime. */
  federation: versionSchema,
};

/** What every shell build and release states. */
export const shellEntries = {
  ...everyBuild,
  kind: v.literal('shell'),
  /** The shell is no container and sets no global variable. */
  global: v.literal(''),
  /** The version of the page contract that the shell offers. */
  contract: versionSchema,
  /** What the HTML loads. */
  initial: fileListSchema,
};

/** What every auth remote build and release states. */
export const authRemoteEntries = {
  ...everyBuild,
  kind: v.literal('auth-remote'),
  /** The global variable that the entry sets; it carries the release. */
  global: globalSchema,
  /** The version of the page contract that the auth remote offers. */
  contract: versionSchema,
};

/** What every build and release of a page module states. */
export const pageModuleEntries = {
  ...everyBuild,
  kind: v.literal('page-module'),
  /** The global variable that the entry sets; it carries the release. */
  global: globalSchema,
  /** The range of page contracts that the module works with: the same as in its facts. */
  contract: versionRangeSchema,
  facts: pageFactsSchema,
};

const placeholderEntry = {
  /** What stands in every file where the release id will. */
  placeholder: v.literal(RELEASE_PLACEHOLDER, `The placeholder is ${RELEASE_PLACEHOLDER}`),
};

/**
 * What a build says of itself: the file `build.json` in its output folder, written by the webpack preset and read by
 * `sealBuild`. Unknown keys are refused (design §6, Security).
 */
export const buildDescriptionSchema = v.variant('kind', [
  v.strictObject({ ...shellEntries, ...placeholderEntry }),
  v.strictObject({ ...authRemoteEntries, ...placeholderEntry }),
  v.strictObject({ ...pageModuleEntries, ...placeholderEntry }),
]);

/** See {@link buildDescriptionSchema}. */
export type BuildDescription = v.InferOutput<typeof buildDescriptionSchema>;

/** The name of the file that holds a build description. */
export const buildDescriptionFile = 'build.json';

/** Where a build or a release keeps its files, as {@link namedFiles} and {@link contradictions} read it. */
type Described =
  | Pick<Extract<BuildDescription, { kind: 'shell' }>, 'kind' | 'name' | 'entry' | 'exposes' | 'routes' | 'languages' | 'initial'>
  | Pick<Extract<BuildDescription, { kind: 'auth-remote' }>, 'kind' | 'name' | 'entry' | 'exposes' | 'routes' | 'languages'>
  | Pick<
      Extract<BuildDescription, { kind: 'page-module' }>,
      'kind' | 'name' | 'entry' | 'exposes' | 'routes' | 'languages' | 'contract' | 'facts'
    >;

/** Every file that a description names, in no order. */
function namedFiles(described: Described): string[] {
  const lists = [described.exposes, described.routes, described.languages ?? {}].flatMap((named) => Object.values(named));
  if (described.kind === 'shell') lists.push(described.initial);
  return [described.entry, ...lists.flatMap(({ scripts, styles }) => [...scripts, ...styles])];
}

/**
 * What a description says that cannot be true together, in words for the person who builds.
 *
 * @param files the paths of the files that are there
 */
export function contradictions(described: Described, files: ReadonlySet<string>): string[] {
  const found = [...new Set(namedFiles(described))]
    .filter((path) => !files.has(path))
    .map((path) => `it names the file ${path}, which is not there`);
  if (described.kind === 'auth-remote' && !Object.hasOwn(described.exposes, './auth')) {
    found.push('an auth remote exposes ./auth');
  }
  if (described.kind !== 'page-module') return found;
  if (!Object.hasOwn(described.exposes, './module')) found.push('a page module exposes ./module');
  const { facts } = described;
  if (facts.name !== described.name) found.push(`its facts name it ${facts.name}, the build names it ${described.name}`);
  if (facts.contract !== described.contract) found.push('its contract range is not the one in its facts');
  const built = new Set(Object.keys(described.routes));
  const stated = new Set(Object.keys(facts.routes));
  for (const key of stated) if (!built.has(key)) found.push(`its facts have a route ${key} that was not built`);
  for (const key of built) if (!stated.has(key)) found.push(`it has a built route ${key} that is not in its facts`);
  return found;
}

const sealedEntries = {
  release: releaseIdSchema,
  /** Every file of the release, by path, with its size in bytes. */
  files: v.record(
    filePathSchema,
    v.strictObject({ integrity: integritySchema, bytes: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  ),
};

/**
 * A release's manifest: its build description, with the release id in the placeholder's place, and its files.
 * It never changes. Unknown keys are refused, `getPublicPath` among them (design §6, Security).
 */
export const releaseManifestSchema = v.pipe(
  v.variant('kind', [
    v.strictObject({ ...shellEntries, ...sealedEntries }),
    v.strictObject({ ...authRemoteEntries, ...sealedEntries }),
    v.strictObject({ ...pageModuleEntries, ...sealedEntries }),
  ]),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const files = new Set(Object.keys(dataset.value.files));
    for (const message of contradictions(dataset.value, files)) addIssue({ message });
  }),
);

/** See {@link releaseManifestSchema}. */
export type ReleaseManifest = v.InferOutput<typeof releaseManifestSchema>;

/** What reading a manifest gave; `problem` as in {@link RegistryReading}. */
export type ManifestReading =
  | { readonly status: 'ok'; readonly manifest: ReleaseManifest }
  | { readonly status: 'missing' }
  | { readonly status: 'malformed'; readonly problem: string };

/** How a manifest is read: see ReleaseStore.readManifest. */
export type ReadManifest = (name: string, release: string) => Promise<ManifestReading>;

/** Integrity of a file of a release; null for a path that its manifest does not name, so that nothing else is ever looked for. */
export function integrityOfFile(reading: ManifestReading, path: string): string | null {
  if (reading.status !== 'ok' || !Object.hasOwn(reading.manifest.files, path)) return null;
  return reading.manifest.files[path]?.integrity ?? null;
}
