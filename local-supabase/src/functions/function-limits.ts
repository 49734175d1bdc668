/** What a function may use. */
export interface FunctionLimits {
  /** The longest that a call may last, and that a process that nobody calls is kept. */
  wallClockMilliseconds: number;
  /** Processor time at a stretch, without ever waiting. */
  cpuMilliseconds: number;
  memoryBytes: number;
  /** How long a function may take until it calls Deno.serve. */
  bootMilliseconds: number;
}

/** A hosted project's (supabase.com/docs/guides/functions/limits), on the free plan. */
export const hostedLimits: FunctionLimits = {
  wallClockMilliseconds: 150_000,
  cpuMilliseconds: 2000,
  memoryBytes: 256 * 2 ** 20,
  bootMilliseconds: 10_000,
};
