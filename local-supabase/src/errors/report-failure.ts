/** Prints an unexpected failure for the developer. The client gets no details. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`local-supabase: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
