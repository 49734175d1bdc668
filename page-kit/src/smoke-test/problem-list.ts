/** The maximum length of a problem, in characters. */
const MAX_PROBLEM_LENGTH = 1000;

/** The findings of a smoke test, as sentences for the person who publishes. */
export class ProblemList {
  readonly #problems: string[] = [];
  #failed = false;

  /** Records a problem that fails the smoke test. */
  fail(problem: string): void {
    this.#failed = true;
    // Both the code that requested a missing file and the browser report it.
    const text = problem.length > MAX_PROBLEM_LENGTH ? `${problem.slice(0, MAX_PROBLEM_LENGTH)}…` : problem;
    if (!this.#problems.includes(text)) this.#problems.push(text);
  }

  /** Records a remark that fails nothing. */
  note(note: string): void {
    this.#problems.push(`Note: ${note}`);
  }

  get outcome(): { readonly passed: boolean; readonly problems: string[] } {
    return { passed: !this.#failed, problems: [...this.#problems] };
  }
}

/** The message of a thrown value. Errors of the tab belong to another realm, so `instanceof` does not recognise them. */
export function messageOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string') {
    return thrown.message;
  }
  return String(thrown);
}
