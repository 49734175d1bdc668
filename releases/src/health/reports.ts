import * as v from 'valibot';
import { named } from '../model/identity.ts';
import { mostReports } from '../wire/names.ts';

/**
 * What became of a release in a tab: one of its pages was shown; it could not be loaded or started, or its page threw
 * before it was known to work (`failed`); or a page that had worked threw later (`error`), which may have many reasons.
 * Each is said once a tab.
 */
export const reportKindSchema = v.picklist(['shown', 'failed', 'error']);

/** One report. It says nothing of the visitor, the page's address or the error's text. */
export const reportSchema = v.strictObject({ ...named, kind: reportKindSchema });

/** What a tab sends. */
export const reportsSchema = v.strictObject({ reports: v.pipe(v.array(reportSchema), v.minLength(1), v.maxLength(mostReports)) });

/** See {@link reportSchema}. */
export type Report = v.InferOutput<typeof reportSchema>;
