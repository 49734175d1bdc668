import * as v from 'valibot';
import { fileListSchema, filePathSchema, integritySchema, scriptPathSchema } from '../model/files.ts';
import { identityEntries, releaseIdSchema, remoteNameSchema } from '../model/identity.ts';

const filesOfRelease = {
  /** The path of the release's folder on the site, with a trailing slash. */
  base: v.pipe(v.string(), v.regex(/^\/releases\/[a-z0-9-]+\/[a-z2-7]+\/$/)),
  /** The integrity of every script, by its path below `base`. Other scripts do not belong to the release. */
  scripts: v.record(filePathSchema, integritySchema),
  /** The integrity of every style sheet, by its path below `base`. */
  styles: v.record(filePathSchema, integritySchema),
};

/** The shell's release in a tab. */
export const shellReleaseSchema = v.strictObject({ ...identityEntries, ...filesOfRelease, initial: fileListSchema });

/** The data to load a release of a remote. */
export const filesOfContainer = {
  ...filesOfRelease,
  entry: scriptPathSchema,
  /** The global variable that the entry sets. */
  global: v.string(),
  exposes: v.record(v.string(), fileListSchema),
};

const previous = v.nullable(releaseIdSchema);

/** The data to load a release of a page module. */
export const filesOfPage = {
  ...filesOfContainer,
  /** The files to load besides `./module`, by route key. */
  routes: v.record(v.string(), fileListSchema),
};

const texts = v.record(v.string(), v.string());

/**
 * A module manifest in a tab, without its contributions (contributions.ts). Sealing already checked the full rules (module-manifest.ts). This schema covers what the shell
 * relies on in few bytes, because every visitor loads it.
 */
export const listedManifestSchema = v.strictObject({
  name: remoteNameSchema,
  owner: v.exactOptional(v.string()),
  contract: v.string(),
  title: texts,
  routes: v.record(v.string(), v.pipe(v.string(), v.regex(/^\//))),
  navigation: v.array(
    v.strictObject({
      route: v.string(),
      label: texts,
      requires: v.exactOptional(v.picklist(['signed-in', 'signed-out'])),
      group: v.exactOptional(texts),
      order: v.exactOptional(v.number()),
      icon: v.exactOptional(v.string()),
    }),
  ),
  start: v.exactOptional(v.picklist(['application', 'navigation'])),
});

/** A page module in a document or in the listing. */
export const listedPageSchema = v.strictObject({
  ...identityEntries,
  /** The fallback if the release does not load. */
  previous,
  manifest: listedManifestSchema,
  /** Null if the tab has to request them first: see `ReleaseDetails`. */
  files: v.nullable(v.strictObject(filesOfPage)),
});

/**
 * The releases that a tab starts with. The server writes the set into the HTML document, and the shell reads it there. It
 * does not grow with the number of page modules.
 */
export const releaseSetSchema = v.strictObject({
  schema: v.literal(3),
  /** The revision of the registry that it was made from. */
  revision: v.number(),
  shell: shellReleaseSchema,
  /** Null if the auth remote has no usable release. */
  auth: v.nullable(v.strictObject({ ...identityEntries, ...filesOfContainer, previous })),
  pages: v.array(listedPageSchema),
  /** Whether `pages` has every page module of the site. If not, the listing has the rest. */
  complete: v.boolean(),
});

/** See {@link shellReleaseSchema}. */
export type ShellRelease = v.InferOutput<typeof shellReleaseSchema>;

/** See {@link listedPageSchema}. */
export type ListedPage = v.InferOutput<typeof listedPageSchema>;

/** See {@link releaseSetSchema}. */
export type ReleaseSet = v.InferOutput<typeof releaseSetSchema>;

/** The data to load a release of the auth remote or a page module. */
export type RemoteRelease = Omit<NonNullable<ReleaseSet['auth']>, 'previous'>;
