/** Milliseconds by which the timer of a running tab can be late. */
const TOLERANCE = 1_000;

/**
 * Calls the function after a time, unless the returned function is called before. If the timer was later than that, the tab was frozen
 * or the computer slept. What the limit waits for then gets the same time again: its response may be the next to be processed.
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
