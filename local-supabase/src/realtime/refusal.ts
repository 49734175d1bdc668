/** What is asked is refused. Code and words are those of a hosted project (supabase/realtime, ERROR_CODES.md). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** As the answer to a join says it. */
  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}
