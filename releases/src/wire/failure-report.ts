import * as v from 'valibot';
import { identityEntries } from '../model/identity.ts';
import { MAX_PLACES } from './names.ts';

/** When a part of the site failed: see FailureStage of the shell. */
const stageSchema = v.picklist(['load', 'start', 'render', 'use', 'command', 'search']);

/**
 * What a tab reports about a failure. It has no message of the error, which can contain users' texts, URLs and tokens. Anyone can
 * send a report, so the texts have narrow forms: they appear in terminals and on the platform page.
 */
export const failureEntries = {
  ...identityEntries,
  /** The id that the visitor sees. */
  trace: v.pipe(v.string(), v.regex(/^[0-9a-z]{1,7}$/)),
  stage: stageSchema,
  /** Name of the error's class; `_OTHER` if it is no error. */
  type: v.pipe(v.string(), v.regex(/^[\p{ID_Start}$_][\p{ID_Continue}$]{0,79}$/u)),
  /** Key of the extension that failed. */
  extension: v.exactOptional(v.pipe(v.string(), v.regex(/^[\w.-]{1,80}$/))),
  /** The stack's places in files of releases, innermost first: `remote/release/file:line:column`. */
  places: v.pipe(v.array(v.pipe(v.string(), v.maxLength(300), v.regex(/^[a-z0-9-]+\/[a-z2-7]{16}\/[\w.-]+(?:\/[\w.-]+)*\.js:\d{1,7}:\d{1,7}$/))), v.maxLength(MAX_PLACES)),
};

/** A failure of a release that one visitor met. */
export const failureReportSchema = v.strictObject({
  ...failureEntries,
  /** When the server received it, in minutes since 1970. */
  minute: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** See {@link failureReportSchema}. */
export type FailureReport = v.InferOutput<typeof failureReportSchema>;
