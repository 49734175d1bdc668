import * as v from 'valibot';
import { fileListSchema, filePathSchema, integritySchema, scriptPathSchema } from '../model/files.ts';
import { named, releaseIdSchema, remoteNameSchema } from '../model/identity.ts';

const filesOfRelease = {
  /** The address of the release's folder on the site: an absolute path with a trailing slash. */
  base: v.pipe(v.string(), v.regex(/^\/releases\/[a-z0-9-]+\/[a-z2-7]+\/$/)),
  /** Integrity of every script, by its path below `base`; a script that is not here is not the release's. */
  scripts: v.record(filePathSchema, integritySchema),
  /** Integrity of every style sheet, by its path below `base`. */
  styles: v.record(filePathSchema, integritySchema),
};

/** The release of the shell that a tab uses. */
export const shellReleaseSchema = v.strictObject({ ...named, ...filesOfRelease, initial: fileListSchema });

/** What it takes to load a release of a remote. */
export const filesOfContainer = {
  ...filesOfRelease,
  entry: scriptPathSchema,
  /** The global variable that the entry sets. */
  global: v.string(),
  exposes: v.record(v.string(), fileListSchema),
};

const previous = v.nullable(releaseIdSchema);

/** What it takes to load a release of a page module. */
export const filesOfPage = {
  ...filesOfContainer,
  /** By route key: what to load besides `./module`. */
  routes: v.record(v.string(), fileListSchema),
};

const texts = v.record(v.string(), v.string());

/**
 * Facts as a tab takes them. Their full rules (page-facts.ts) were kept when the release was made; here stands what the
 * shell relies on, in few bytes, because every visitor loads it.
 */
export const listedFactsSchema = v.strictObject({
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
    }),
  ),
  start: v.exactOptional(v.picklist(['application', 'navigation'])),
});

/** A page module of the site, as a document and the listing name it. */
export const listedPageSchema = v.strictObject({
  ...named,
  /** What may be taken where the release will not do. */
  previous,
  facts: listedFactsSchema,
  /** Null where the tab has to ask for them first: see release-details.ts. */
  files: v.nullable(v.strictObject(filesOfPage)),
});

/**
 * The releases that one tab starts with (design §1). The site's server writes it into the HTML; the shell reads it
 * from there. It does not grow with the number of page modules.
 */
export const releaseSetSchema = v.strictObject({
  schema: v.literal(2),
  /** The registry's revision that it was made from. */
  revision: v.number(),
  shell: shellReleaseSchema,
  /** Null if no usable release of the auth remote is there. */
  auth: v.nullable(v.strictObject({ ...named, ...filesOfContainer, previous })),
  pages: v.array(listedPageSchema),
  /** Whether `pages` are all that the site has; else the listing has the rest. */
  complete: v.boolean(),
});

/** See {@link shellReleaseSchema}. */
export type ShellRelease = v.InferOutput<typeof shellReleaseSchema>;

/** See {@link listedPageSchema}. */
export type ListedPage = v.InferOutput<typeof listedPageSchema>;

/** See {@link releaseSetSchema}. */
export type ReleaseSet = v.InferOutput<typeof releaseSetSchema>;

/** What it takes to load a remote's release: the auth remote's or a page module's. */
export type RemoteRelease = Omit<NonNullable<ReleaseSet['auth']>, 'previous'>;
