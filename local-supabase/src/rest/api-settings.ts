import * as v from 'valibot';

/** The settings of PostgREST that a migration can change (https://docs.postgrest.org/en/v14/references/configuration.html). */
export interface ApiSettings {
  /** `db-aggregates-enabled`: whether requests can use `count()`, `sum()` and the like. */
  readonly aggregates: boolean;
  /** `db-tx-end` is `commit-allow-override`: whether a request can ask for its changes to be undone (`Prefer: tx=rollback`). */
  readonly rollbackOnRequest: boolean;
}

/** The statement that reads what `alter role authenticator set pgrst.…` has set. */
export const SETTINGS_QUERY = `select unnest(setconfig) as setting from pg_db_role_setting where setrole = 'authenticator'::regrole`;

const rowsSchema = v.array(v.object({ setting: v.string() }));

/** Reads the rows of {@link SETTINGS_QUERY}. The defaults are those of a hosted project. */
export function readSettings(rows: unknown): ApiSettings {
  const settings = new Map(v.parse(rowsSchema, rows).map(({ setting }) => splitAt(setting)));
  return {
    aggregates: ['true', 'on', '1'].includes(settings.get('pgrst.db_aggregates_enabled') ?? ''),
    rollbackOnRequest: settings.get('pgrst.db_tx_end') === 'commit-allow-override',
  };
}

function splitAt(setting: string): [name: string, value: string] {
  const at = setting.indexOf('=');
  return [setting.slice(0, at), setting.slice(at + 1)];
}
