import * as v from 'valibot';
import { identityEntries } from '../model/identity.ts';
import { MAX_REPORTS } from './names.ts';

/**
 * What happened to a release in a tab. `shown`: it showed a page. `failed`: it did not load or start, or a page threw
 * before it had worked. `error`: a page that had worked threw later, which may have many causes. A tab reports each once.
 */
export const reportKindSchema = v.picklist(['shown', 'failed', 'error']);

/** One report. It has no data about the visitor, the page's URL or the error. */
const reportSchema = v.strictObject({ ...identityEntries, kind: reportKindSchema });

/** The body of a tab's request. */
export const reportsSchema = v.strictObject({ reports: v.pipe(v.array(reportSchema), v.minLength(1), v.maxLength(MAX_REPORTS)) });

/** See {@link reportSchema}. */
export type Report = v.InferOutput<typeof reportSchema>;
