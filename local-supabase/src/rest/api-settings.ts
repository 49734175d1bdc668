import * as v from 'valibot';

/** The settings of PostgREST that a migration can change (https://docs.postgrest.org/en/v14/references/configuration.html). */
export interface ApiSettings {
  /** `db-aggregates-enabled`: whether requests can use `count()`, `sum()` and the like. */
  readonly aggregates: boolean;
  /** `db-tx-end`: whether the changes of a request are kept, and whether it can ask for the other (`Prefer: tx=rollback`, `tx=commit`). */
  readonly transactionEnd: { readonly keepsChanges: boolean; readonly allowsOverride: boolean };
}

const TRANSACTION_ENDS: ReadonlyMap<string, ApiSettings['transactionEnd']> = new Map([
  ['commit', { keepsChanges: true, allowsOverride: false }],
  ['commit-allow-override', { keepsChanges: true, allowsOverride: true }],
  ['rollback', { keepsChanges: false, allowsOverride: false }],
  ['rollback-allow-override', { keepsChanges: false, allowsOverride: true }],
]);

/** The statement that reads what `alter role authenticator set pgrst.…` has set. */
export const SETTINGS_QUERY = `select unnest(setconfig) as setting from pg_db_role_setting where setrole = 'authenticator'::regrole`;

const rowsSchema = v.array(v.object({ setting: v.string() }));

/**
 * Reads the rows of {@link SETTINGS_QUERY}. The defaults are those of a hosted project.
 * @throws Error for a value that PostgREST refuses to start with
 */
export function readSettings(rows: unknown): ApiSettings {
  const settings = new Map(v.parse(rowsSchema, rows).map(({ setting }) => splitAt(setting)));
  const end = settings.get('pgrst.db_tx_end') ?? 'commit';
  const transactionEnd = TRANSACTION_ENDS.get(end);
  if (!transactionEnd) throw new Error(`The role authenticator has pgrst.db_tx_end = '${end}'. Set it to ${[...TRANSACTION_ENDS.keys()].join(', ')}, or reset it.`);
  return {
    aggregates: ['true', 'on', '1'].includes(settings.get('pgrst.db_aggregates_enabled') ?? ''),
    transactionEnd,
  };
}

function splitAt(setting: string): [name: string, value: string] {
  const at = setting.indexOf('=');
  return [setting.slice(0, at), setting.slice(at + 1)];
}
