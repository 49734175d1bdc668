import { eventsIn, type SeenEvent } from './otlp-schema.ts';

/** So many seconds go by, with the requests that fall into them. */
export const pass = (seconds: number): Promise<void> => jest.advanceTimersByTimeAsync(seconds * 1_000);

/** Stands for a collector in the tests of a file, on a clock of theirs: takes what is sent, and answers as the test wants. */
export class CollectorDouble {
  requests: { readonly address: string; readonly init: RequestInit }[] = [];
  /** What it answers, one request after the other; after that always 200. Null: it is away. */
  answers: (Response | null)[] = [];

  constructor() {
    const { fetch } = globalThis;
    const added: [string, EventListenerOrEventListenerObject][] = [];
    beforeEach(() => {
      jest.useFakeTimers();
      // In the middle of each pause.
      jest.spyOn(Math, 'random').mockReturnValue(0.5);
      this.requests = [];
      this.answers = [];
      globalThis.fetch = (input, init = {}) => {
        this.requests.push({ address: input instanceof Request ? input.url : input.toString(), init });
        const answer = this.answers.length > 0 ? this.answers.shift() : Response.json({});
        return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('Failed to fetch'));
      };
      const add = window.addEventListener.bind(window);
      jest.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: EventListenerOrEventListenerObject) => {
        added.push([type, listener]);
        add(type, listener);
      });
    });
    afterEach(() => {
      // In a tab they stay for its whole life.
      for (const [type, listener] of added.splice(0)) window.removeEventListener(type, listener);
      jest.restoreAllMocks();
      jest.useRealTimers();
      globalThis.fetch = fetch;
    });
  }

  /** The events of each request. */
  get batches(): SeenEvent[][] {
    return this.requests.map(({ init }) => eventsIn(typeof init.body === 'string' ? init.body : ''));
  }

  get events(): SeenEvent[] {
    return this.batches.flat();
  }
}
