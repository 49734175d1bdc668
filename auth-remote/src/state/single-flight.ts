/**
 * Makes calls that run at the same time with the same input share one run: a double click asks once.
 * The input is compared as JSON and forgotten when the run is over.
 */
export function singleFlight<Input, Result>(run: (input: Input) => Promise<Result>): (input: Input) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (input) => {
    const key = JSON.stringify(input ?? null);
    const joined = running.get(key);
    if (joined !== undefined) return joined;
    const started = run(input).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
