/** Characters of a problem that are kept; more says nothing more. */
const longest = 1000;

/** What a trial found, as sentences for the person who publishes. */
export class ProblemList {
  readonly #problems: string[] = [];
  #failed = false;

  /** Notes what fails the trial. */
  fail(problem: string): void {
    this.#failed = true;
    // A lost file is reported by whoever asked for it and by the browser as well.
    const words = problem.length > longest ? `${problem.slice(0, longest)}…` : problem;
    if (!this.#problems.includes(words)) this.#problems.push(words);
  }

  /** Notes what is good to know and fails nothing. */
  note(note: string): void {
    this.#problems.push(`Note: ${note}`);
  }

  get outcome(): { readonly passed: boolean; readonly problems: string[] } {
    return { passed: !this.#failed, problems: [...this.#problems] };
  }
}

/** What a thrown value says. Errors of the tab are of another realm, so `instanceof` would not know them. */
export function messageOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string') {
    return thrown.message;
  }
  return String(thrown);
}
