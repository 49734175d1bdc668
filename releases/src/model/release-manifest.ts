import * as v from 'valibot';
import { fileListSchema, filePathSchema, htmlPathSchema, integritySchema, scriptPathSchema } from './files.ts';
import { releaseIdSchema, remoteNameSchema } from './identity.ts';
import { parseDocument } from './json.ts';
import { moduleManifestSchema, newModuleManifestSchema, type ModuleManifest } from './module-manifest.ts';
import { versionRangeSchema, versionSchema } from './versions.ts';

/**
 * Stands for the release id in a build's output. Sealing hashes the output with the placeholder and then replaces it by
 * the id. Both have the same length, so positions in source maps stay correct.
 *
 * All builds use the same placeholder, so that a store can put it back and check the id.
 */
export const RELEASE_PLACEHOLDER = '0releaseidhere00';

const packageNameSchema = v.pipe(
  v.string(),
  v.regex(/^(?:@[a-z0-9._-]+\/)?[a-z0-9][a-z0-9._/-]*$/, 'Not a package name'),
);

const exposesSchema = v.record(
  v.pipe(v.string(), v.regex(/^\.\/[a-z][a-z0-9-]*$/, 'The name of an exposed module looks like ./module')),
  fileListSchema,
);

const languageTagSchema = v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Not a language tag (BCP 47)'));

const globalSchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z_$][A-Za-z0-9_$]{0,199}$/, 'global is the name of a JavaScript variable'),
);

/** The properties of every build and every release. */
const commonEntries = {
  schema: v.literal(2),
  name: remoteNameSchema,
  /** The script that starts the build: the container of a remote, the main script of the shell. */
  entry: scriptPathSchema,
  /** The files to load besides the entry, by exposed module. */
  exposes: exposesSchema,
  /** The files to load besides `./module`, by route key. */
  routes: v.record(v.string(), fileListSchema),
  /** The files with texts in other languages than English, by language tag. Older builds have none. */
  languages: v.exactOptional(v.record(languageTagSchema, fileListSchema)),
  /** By package: the range that a remote needs from the shell, or the version that the shell provides. */
  shared: v.record(packageNameSchema, versionRangeSchema),
  /** The names that the build imports from react-router-dom. */
  routerNames: v.array(v.pipe(v.string(), v.regex(/^[A-Za-z_$][A-Za-z0-9_$]*$/, 'Not an export name'))),
  /** The exact version of the federation runtime. */
  federation: versionSchema,
};

const shellEntries = {
  ...commonEntries,
  kind: v.literal('shell'),
  /** The shell is not a container and sets no global variable. */
  global: v.literal(''),
  /** The version of the page contract that the shell provides. */
  contract: versionSchema,
  /** The files that the HTML document loads. */
  initial: fileListSchema,
};

const authRemoteEntries = {
  ...commonEntries,
  kind: v.literal('auth-remote'),
  /** The global variable that the entry sets. Its name contains the release id. */
  global: globalSchema,
  /** The version of the page contract that the auth remote provides. */
  contract: versionSchema,
};

/** The maximum length of the type of a slot's props, with its comments. */
export const MAX_SLOT_PROPS = 4000;

const pageModuleEntries = {
  ...commonEntries,
  kind: v.literal('page-module'),
  /** The global variable that the entry sets. Its name contains the release id. */
  global: globalSchema,
  /** The range of page contracts that the module supports, as in its module manifest. */
  contract: versionRangeSchema,
  moduleManifest: moduleManifestSchema,
  /** The file with the HTML of each prerendered route, by route key and language tag. */
  prerendered: v.exactOptional(v.record(v.string(), v.record(languageTagSchema, htmlPathSchema))),
  /** TypeScript type of each slot's props, by slot, with its doc comment before it. `atrium types` writes it for other teams. */
  slotProps: v.exactOptional(v.record(v.string(), v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_SLOT_PROPS)))),
};

const placeholderEntry = {
  /** The text that sealing replaces by the release id. */
  placeholder: v.literal(RELEASE_PLACEHOLDER, `The placeholder is ${RELEASE_PLACEHOLDER}`),
};

/**
 * A build description: the file `build.json` in the output folder, written by the webpack preset and read by
 * `sealBuild`. Unknown keys are an error.
 */
export const buildDescriptionSchema = v.variant('kind', [
  v.strictObject({ ...shellEntries, ...placeholderEntry }),
  v.strictObject({ ...authRemoteEntries, ...placeholderEntry }),
  v.strictObject({ ...pageModuleEntries, moduleManifest: newModuleManifestSchema, ...placeholderEntry }),
]);

/** See {@link buildDescriptionSchema}. */
export type BuildDescription = v.InferOutput<typeof buildDescriptionSchema>;

/** The name of the file that holds a build description. */
export const BUILD_DESCRIPTION_FILE = 'build.json';

/** The properties that {@link namedFiles} and {@link contradictions} read. */
type Described =
  | Pick<Extract<BuildDescription, { kind: 'shell' }>, 'kind' | 'name' | 'entry' | 'exposes' | 'routes' | 'languages' | 'initial'>
  | Pick<Extract<BuildDescription, { kind: 'auth-remote' }>, 'kind' | 'name' | 'entry' | 'exposes' | 'routes' | 'languages'>
  | Pick<
      Extract<BuildDescription, { kind: 'page-module' }>,
      'kind' | 'name' | 'entry' | 'exposes' | 'routes' | 'languages' | 'contract' | 'moduleManifest' | 'slotProps' | 'prerendered'
    >;

/** Every file that a description names, in no particular order. */
function namedFiles(described: Described): string[] {
  const lists = [described.exposes, described.routes, described.languages ?? {}].flatMap((list) => Object.values(list));
  if (described.kind === 'shell') lists.push(described.initial);
  const pages = described.kind === 'page-module' ? Object.values(described.prerendered ?? {}) : [];
  return [described.entry, ...pages.flatMap((page) => Object.values(page)), ...lists.flatMap(({ scripts, styles }) => [...scripts, ...styles])];
}

/**
 * Finds contradictions in a build description, and between it and the files.
 *
 * @param files the paths of the existing files
 * @returns sentence parts for the developer of the build
 */
export function contradictions(described: Described, files: ReadonlySet<string>): string[] {
  const found = [...new Set(namedFiles(described))]
    .filter((path) => !files.has(path))
    .map((path) => `it names the file ${path}, which does not exist`);
  if (described.kind === 'auth-remote' && !Object.hasOwn(described.exposes, './auth')) {
    found.push('an auth remote must expose ./auth');
  }
  if (described.kind !== 'page-module') return found;
  if (!Object.hasOwn(described.exposes, './module')) found.push('a page module must expose ./module');
  const { moduleManifest } = described;
  if (moduleManifest.name !== described.name) found.push(`its name is ${moduleManifest.name} in the module manifest and ${described.name} in the build`);
  if (moduleManifest.contract !== described.contract) found.push('its contract range differs from the one in its module manifest');
  const built = new Set(Object.keys(described.routes));
  const stated = new Set(Object.keys(moduleManifest.routes));
  for (const key of stated) if (!built.has(key)) found.push(`its module manifest has a route ${key} that the build does not have`);
  for (const key of built) if (!stated.has(key)) found.push(`the build has a route ${key} that its module manifest does not have`);
  const languages = ['en', ...Object.keys(described.languages ?? {})];
  const declared = new Set(moduleManifest.prerender ?? []);
  for (const key of Object.keys(described.prerendered ?? {})) {
    if (!declared.has(key)) found.push(`it has the HTML of a route ${key} that its module manifest does not prerender`);
  }
  for (const key of declared) {
    for (const language of languages) {
      if (described.prerendered?.[key]?.[language] === undefined) {
        found.push(`its route ${key} has no HTML in the language ${language}: build it with the webpack preset of page-kit`);
      }
    }
  }
  const typed = new Set(Object.keys(described.slotProps ?? {}));
  const slots = new Set(Object.keys(moduleManifest.slots ?? {}));
  for (const key of slots) if (!typed.has(key)) found.push(`its module manifest has a slot ${key} without a type of its props in the build`);
  for (const key of typed) if (!slots.has(key)) found.push(`the build has a type for a slot ${key} that its module manifest does not have`);
  return found;
}

const sealedEntries = {
  release: releaseIdSchema,
  /** Integrity and size of every file of the release, by path. */
  files: v.record(
    filePathSchema,
    v.strictObject({ integrity: integritySchema, bytes: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  ),
};

/**
 * A release manifest: the build description with the release id instead of the placeholder, and the list of files.
 * It never changes. Unknown keys are an error, among them `getPublicPath`, which the federation runtime would execute.
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

/**
 * The result of reading a release manifest. `problem` is a sentence part that names the place and never quotes content.
 * `moduleManifest` comes from a release of page contract 1: it cannot run, but the site shows a card at its paths.
 */
export type ManifestReading =
  | { readonly status: 'ok'; readonly manifest: ReleaseManifest }
  | { readonly status: 'missing' }
  | { readonly status: 'malformed'; readonly problem: string; readonly moduleManifest?: ModuleManifest };

/** Reads a manifest: see ReleaseStore.readManifest. */
export type ReadManifest = (name: string, release: string) => Promise<ManifestReading>;

/** What identifies a release manifest of page contract 1, which called the module manifest `facts`. */
const contract1Schema = v.object({ schema: v.literal(1), kind: v.string(), facts: v.exactOptional(moduleManifestSchema) });

/** Parses the stored text of a release manifest. */
export function parseManifest(text: string, name: string, release: string): ManifestReading {
  const parsed = parseDocument(releaseManifestSchema, text);
  const contract1 = parsed.ok ? null : parseDocument(contract1Schema, text);
  if (contract1?.ok === true) {
    const { facts } = contract1.value;
    const problem = 'it was built for page contract 1: build it with page-kit 2';
    return { status: 'malformed', problem, ...(facts?.name === name && { moduleManifest: facts }) };
  }
  if (!parsed.ok) return { status: 'malformed', problem: `its manifest is malformed: ${parsed.problem}` };
  if (parsed.value.name !== name || parsed.value.release !== release) {
    return { status: 'malformed', problem: 'its manifest belongs to another release' };
  }
  return { status: 'ok', manifest: parsed.value };
}

/** The module manifest of a page module's release; null if the reading has none. */
export function moduleManifestOf(reading: ManifestReading): ModuleManifest | null {
  if (reading.status === 'malformed') return reading.moduleManifest ?? null;
  return reading.status === 'ok' && reading.manifest.kind === 'page-module' ? reading.manifest.moduleManifest : null;
}

/** The integrity of a release's file. Null for a path that the manifest does not list: stores never look for such files. */
export function integrityOfFile(reading: ManifestReading, path: string): string | null {
  if (reading.status !== 'ok' || !Object.hasOwn(reading.manifest.files, path)) return null;
  return reading.manifest.files[path]?.integrity ?? null;
}
