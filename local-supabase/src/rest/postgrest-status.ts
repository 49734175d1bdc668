/** PostgREST's HTTP status for an SQLSTATE (docs.postgrest.org, "Errors"), in the order in which prefixes are tried. */
const statuses: readonly (readonly [prefix: string, status: number])[] = [
  ['08', 503],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53400', 500],
  ['53', 503],
  ['54', 413],
  ['55', 500],
  ['57P01', 503],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
];

/** The status of an answer about a database error. */
export function statusOfSqlState(sqlState: string): number {
  return statuses.find(([prefix]) => sqlState.startsWith(prefix))?.[1] ?? 400;
}
