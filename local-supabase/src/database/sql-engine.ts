/** The single database session, as far as this backend uses it. Not safe for concurrent use: see SessionLock. */
export interface SqlEngine {
  /** One statement with parameters. Timestamps come back as text in ISO 8601. */
  query(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number | undefined }>;
  /** Any number of statements, without parameters. */
  exec(sql: string): Promise<void>;
  /** Calls back for each notification of a channel (`notify`) that a transaction left behind when it was committed. */
  listen(channel: string, callback: () => void): Promise<void>;
  /** The whole cluster as a tar file. */
  dump(): Promise<Blob>;
  /** Writes everything out and ends the session. */
  close(): Promise<void>;
}

/** Sets parameters of the session (`role`, `request.jwt.claims` …) until the running transaction ends. */
export async function setLocally(engine: Pick<SqlEngine, 'query'>, settings: Readonly<Record<string, string>>): Promise<void> {
  const entries = Object.entries(settings);
  // One statement for all of them: each statement takes longer than most queries.
  const calls = entries.map((_entry, index) => `set_config($${String(2 * index + 1)}, $${String(2 * index + 2)}, true)`);
  await engine.query(`select ${calls.join(', ')}`, entries.flat());
}
