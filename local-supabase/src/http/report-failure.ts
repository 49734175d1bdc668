/** Tells the developer of a failure that no caller caused. The caller learns only that there was one. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`local-supabase: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
