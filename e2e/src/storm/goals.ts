/** A count that a storm must reach: how far it is, and how far it has to get. */
type Goal = readonly [reached: () => number, goal: number];

/** A storm took longer than it may; `message` says which counts it did not reach. */
export class StormTooSlowError extends Error {
  override readonly name = 'StormTooSlowError';
}

/**
 * Ends a storm by what happened in it, not by the clock: a slow machine gets as much of it as a fast one.
 *
 * @param goals by the name of what is counted
 * @param limit milliseconds, counted from this call, after which the storm counts as stuck
 * @returns whether the storm has to go on. It throws {@link StormTooSlowError} after the limit.
 */
export function untilReached(goals: Readonly<Record<string, Goal>>, limit: number): () => boolean {
  const end = Date.now() + limit;
  return () => {
    const missing = Object.entries(goals).filter(([, [reached, goal]]) => reached() < goal);
    if (missing.length === 0) return false;
    if (Date.now() < end) return true;
    const counts = missing.map(([name, [reached, goal]]) => `${reached()} of ${goal} ${name}`);
    throw new StormTooSlowError(`After ${limit / 1000} seconds the storm has only reached ${counts.join(', ')}.`);
  };
}
