/** Longer texts are not remembered, because only unusual clients send them. */
const MAX_LENGTH = 500;

/** Results that one function remembers. At the limit it forgets all of them, which costs less than knowing the oldest. */
const MAX_RESULTS = 500;

/**
 * Remembers the results of a function of a text that comes from clients, such as a header: nearly all requests have one of a few
 * values, and parsing them takes longer than the rest of a response.
 */
export function rememberByText<Text extends string | undefined, Result>(find: (text: Text) => Result): (text: Text) => Result {
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
