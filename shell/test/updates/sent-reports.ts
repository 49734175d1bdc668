import * as v from 'valibot';
import { reportKindSchema } from '@atrium/releases/wire';

const sentSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ reports: v.array(v.object({ kind: reportKindSchema, name: v.string(), release: v.string() })) }),
);

/** The reports in a request, each as one text. */
export function sentReports(body: unknown): readonly string[] {
  return v.parse(sentSchema, body).reports.map(({ kind, name, release }) => `${kind} ${name} ${release}`);
}
