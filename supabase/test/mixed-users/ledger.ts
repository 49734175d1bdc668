/** Everything that people leave on a board carries a mark: the board, and when it was made. */
const MARK = /<<([0-9a-f-]{36})\/(\d+)>>/g;

/** Something that somebody got and was never to see. */
export interface Leak {
  readonly person: string;
  readonly board: string;
  /** By which way it came. */
  readonly way: string;
}

/**
 * Who was on which board until when, and so what nobody else may ever get.
 *
 * Its time only counts farewells. What is made after one carries a later time, so no machine's clock has a say in
 * whether it has reached who had left. Who joins may see what was there before.
 */
export class Ledger {
  /** The last time of which somebody may see what was made on a board, by person and board. */
  readonly #until = new Map<string, number>();
  #time = 0;
  readonly leaks: Leak[] = [];
  /** How many marks people got that they were meant to get, by way: a test in which nothing arrives proves nothing. */
  readonly received = new Map<string, number>();

  /** A text for something that is made on a board now. */
  mark(board: string): string {
    return `<<${board}/${String(this.#time)}>>`;
  }

  /** To be said before somebody is let in. */
  mayJoin(person: string, board: string): void {
    this.#until.set(`${person} ${board}`, Number.POSITIVE_INFINITY);
  }

  /** To be said after the service has confirmed that somebody is off the board. */
  hasLeft(person: string, board: string): void {
    this.#until.set(`${person} ${board}`, this.#time);
    this.#time += 1;
  }

  /** Looks through whatever somebody has got. */
  got(person: string, way: string, what: unknown): void {
    const text = typeof what === 'string' ? what : JSON.stringify(what ?? null);
    for (const [, board = '', time] of text.matchAll(MARK)) {
      const until = this.#until.get(`${person} ${board}`) ?? -1;
      if (Number(time) <= until) this.received.set(way, (this.received.get(way) ?? 0) + 1);
      else this.leaks.push({ person, board, way });
    }
  }
}
