/** Milliseconds by which the timer of a running tab can be late. */
const TOLERANCE = 1_000;

/**
 * Calls the function after a time, unless the returned function cancels it. A timer that fires late means that the tab was frozen or
 * the computer slept: the awaited response gets the same time again, because it may be processed next.
 *
 * @param time in milliseconds
 */
export function timeLimit(time: number, act: () => void): () => void {
  const start = Date.now();
  let timer = setTimeout(() => {
    if (Date.now() - start <= time + TOLERANCE) act();
    else timer = setTimeout(act, time);
  }, time);
  return () => clearTimeout(timer);
}
