/** Everything that people create on a board contains a mark: the board and the time of creation. */
const MARK = /<<([0-9a-f-]{36})\/(\d+)>>/g;

/** Content that reached a person who must not see it. */
interface Leak {
  readonly person: string;
  readonly board: string;
  /** How it arrived. */
  readonly way: string;
}

/**
 * Records when each person was a member of a board, and therefore what they may receive.
 *
 * Its time counts removals of members, so the result does not depend on a clock. Content from after a removal has a later
 * time. New members may see content from before they joined.
 */
export class Ledger {
  /** The last time from which a person may see a board's content, by person and board. */
  readonly #until = new Map<string, number>();
  #time = 0;
  readonly leaks: Leak[] = [];
  /** How many permitted marks arrived, by way. A test in which nothing arrives proves nothing. */
  readonly received = new Map<string, number>();

  /** The mark for content that is created on a board now. */
  mark(board: string): string {
    return `<<${board}/${String(this.#time)}>>`;
  }

  /** Call this before a person is admitted to a board. */
  mayJoin(person: string, board: string): void {
    this.#until.set(`${person} ${board}`, Number.POSITIVE_INFINITY);
  }

  /** Call this after the service has confirmed the removal of a person. */
  hasLeft(person: string, board: string): void {
    this.#until.set(`${person} ${board}`, this.#time);
    this.#time += 1;
  }

  /** Checks everything that a person received. */
  receive(person: string, way: string, what: unknown): void {
    const text = typeof what === 'string' ? what : JSON.stringify(what ?? null);
    for (const [, board = '', time] of text.matchAll(MARK)) {
      const until = this.#until.get(`${person} ${board}`) ?? -1;
      if (Number(time) <= until) this.received.set(way, (this.received.get(way) ?? 0) + 1);
      else this.leaks.push({ person, board, way });
    }
  }
}
