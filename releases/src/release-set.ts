import * as v from 'valibot';
import { fileListSchema, filePathSchema, integritySchema, scriptPathSchema } from './file-path.ts';
import { pageFactsSchema } from './page-facts.ts';
import { releaseIdSchema } from './release-id.ts';
import { remoteNameSchema } from './remote-name.ts';

const releaseEntries = {
  name: remoteNameSchema,
  release: releaseIdSchema,
  /** The address of the release's folder: absolute path on the site, with a trailing slash. */
  base: v.pipe(v.string(), v.startsWith('/'), v.endsWith('/')),
  /** Integrity of every script, by its path below `base`; a script that is not here is not the release's. */
  scripts: v.record(filePathSchema, integritySchema),
  /** Integrity of every style sheet, by its path below `base`. */
  styles: v.record(filePathSchema, integritySchema),
};

/** The release of the shell that a tab uses. */
export const shellReleaseSchema = v.strictObject({ ...releaseEntries, initial: fileListSchema });

const containerEntries = {
  ...releaseEntries,
  entry: scriptPathSchema,
  /** The global variable that the entry sets. */
  global: v.string(),
  exposes: v.record(v.string(), fileListSchema),
};

/** The release of the auth remote that a tab uses. */
export const authReleaseSchema = v.strictObject(containerEntries);

/** The release of a page module that a tab uses, with its facts. */
export const pageReleaseSchema = v.strictObject({
  ...containerEntries,
  routes: v.record(v.string(), fileListSchema),
  facts: pageFactsSchema,
});

/**
 * The releases that one tab uses, fixed when the tab starts (design §1). The site's server writes it into the HTML;
 * the shell reads it from there.
 */
export const releaseSetSchema = v.strictObject({
  schema: v.literal(1),
  /** The registry's revision that it was made from. */
  revision: v.number(),
  shell: shellReleaseSchema,
  /** Null if no usable release of the auth remote is there. */
  auth: v.nullable(authReleaseSchema),
  pages: v.array(pageReleaseSchema),
});

/** See {@link shellReleaseSchema}. */
export type ShellRelease = v.InferOutput<typeof shellReleaseSchema>;
/** See {@link authReleaseSchema}. */
export type AuthRelease = v.InferOutput<typeof authReleaseSchema>;
/** See {@link pageReleaseSchema}. */
export type PageRelease = v.InferOutput<typeof pageReleaseSchema>;
/** See {@link releaseSetSchema}. */
export type ReleaseSet = v.InferOutput<typeof releaseSetSchema>;
/** A remote's release in a release set: the auth remote's or a page module's. */
export type RemoteRelease = AuthRelease | PageRelease;
