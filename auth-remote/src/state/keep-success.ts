/**
 * Makes a function that does its work once: calls in parallel share one run, a success is kept for the life of the
 * tab, and a failure is not, so that the next call tries again.
 */
export function keepSuccess<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= work().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}
