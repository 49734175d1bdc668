/** A value that must not be more than its limit, where it has one. */
export interface Target {
  /** What was measured, in words for the table. */
  readonly what: string;
  readonly measured: number;
  /** Null for a value that is shown only. */
  readonly limit: number | null;
  /** Milliseconds, seconds, bytes, or a multiple of what it is compared with. */
  readonly unit: 'ms' | 's' | 'bytes' | '×';
}

/** What a benchmark came to. */
export interface Outcome {
  /** Its tables, for people. */
  readonly text: string;
  readonly targets: readonly Target[];
  /** Everything that was measured, for the file of results. */
  readonly measured: Readonly<Record<string, unknown>>;
}

/** A benchmark: README.md says what each measures and why. */
export interface Benchmark {
  /** Runs of each variant, where nobody asks for another number. */
  readonly runs: number;
  /**
   * Measures.
   * @param report is told what is being done.
   */
  measure(runs: number, report: (line: string) => void): Promise<Outcome>;
}

/** Whether a target is missed. A measure that is no number is. */
export function isMissed({ measured, limit }: Target): boolean {
  return limit === null ? Number.isNaN(measured) : !(measured <= limit);
}
