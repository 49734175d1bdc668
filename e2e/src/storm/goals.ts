/** A count that a storm must reach, and its present value. */
type Goal = readonly [reached: () => number, goal: number];

/** A storm took too long. `message` names the counts that it did not reach. */
class StormTooSlowError extends Error {
  override readonly name = 'StormTooSlowError';
}

/**
 * Ends a storm by counts and not by time, so that it proves the same on a slow machine.
 *
 * @param goals the counts by name
 * @param limit milliseconds from this call after which the storm counts as stuck
 * @returns a function that returns whether the storm has to continue. It throws {@link StormTooSlowError} after the limit.
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
