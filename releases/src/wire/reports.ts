import * as v from 'valibot';
import { identityEntries } from '../model/identity.ts';
import { measureSchema } from '../model/timings.ts';
import { failureEntries } from './failure-report.ts';
import { MAX_REPORTED_MS, MAX_REPORTS } from './names.ts';

/**
 * What happened to a release in a tab. `shown`: it showed a page. `failed`: it did not load or start, or a page threw
 * before it had worked. `error`: a page that had worked threw later, which may have many causes. A tab reports each once.
 */
export const reportKindSchema = v.picklist(['shown', 'failed', 'error']);

/** One report. It has no data about the visitor, the page's URL or the error's message. */
const reportSchema = v.variant('kind', [
  v.strictObject({ ...identityEntries, kind: reportKindSchema }),
  v.strictObject({ ...identityEntries, kind: measureSchema, ms: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_REPORTED_MS)) }),
  v.strictObject({ ...failureEntries, kind: v.literal('failure') }),
]);

/** The body of a tab's request. */
export const reportsSchema = v.strictObject({ reports: v.pipe(v.array(reportSchema), v.minLength(1), v.maxLength(MAX_REPORTS)) });

/** See {@link reportKindSchema}. */
export type ReportKind = v.InferOutput<typeof reportKindSchema>;

/** See {@link reportSchema}. */
export type Report = v.InferOutput<typeof reportSchema>;
