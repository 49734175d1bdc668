/** Longer texts are not cached, because only unusual clients send them. */
const MAX_LENGTH = 500;

/** Maximum cached results of one function. At the limit, all are dropped, which costs less than tracking the oldest. */
const MAX_RESULTS = 500;

/**
 * Caches a function's results by its text argument, such as a header: nearly all requests have one of a few values, and parsing takes
 * longer than the rest of a response.
 */
export function cacheByText<Text extends string | undefined, Result>(find: (text: Text) => Result): (text: Text) => Result {
  const results = new Map<Text, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = find(text);
    if (results.size >= MAX_RESULTS) results.clear();
    if ((text?.length ?? 0) <= MAX_LENGTH) results.set(text, result);
    return result;
  };
}
