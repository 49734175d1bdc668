import * as v from 'valibot';

const sentSchema = v.pipe(v.string(), v.parseJson(), v.looseObject({ reports: v.array(v.looseObject({ kind: v.string(), name: v.string(), release: v.string(), ms: v.exactOptional(v.number()) })) }));

/** The reports in a request, each as one text. */
export function sentReports(body: unknown): readonly string[] {
  return v.parse(sentSchema, body).reports.map(({ kind, name, release, ms }) => [kind, name, release, ...(ms === undefined ? [] : [ms])].join(' '));
}
