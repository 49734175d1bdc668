import { eventsIn, type SeenEvent } from './otlp-schema.ts';

/** Advances the clock by seconds, with the requests due in that time. */
export const pass = (seconds: number): Promise<void> => jest.advanceTimersByTimeAsync(seconds * 1_000);

/** A double of a collector with fake timers for all tests of a file: records requests, and responds as the test sets. */
export class CollectorDouble {
  requests: { readonly address: string; readonly init: RequestInit }[] = [];
  /** Its responses in order; after the last, always 200. Null means unreachable. */
  responses: (Response | null)[] = [];

  constructor() {
    const { fetch } = globalThis;
    const added: [string, EventListenerOrEventListenerObject][] = [];
    beforeEach(() => {
      jest.useFakeTimers();
      // Removes the jitter.
      jest.spyOn(Math, 'random').mockReturnValue(0.5);
      this.requests = [];
      this.responses = [];
      globalThis.fetch = (input, init = {}) => {
        this.requests.push({ address: input instanceof Request ? input.url : input.toString(), init });
        const response = this.responses.length > 0 ? this.responses.shift() : Response.json({});
        return response ? Promise.resolve(response) : Promise.reject(new TypeError('Failed to fetch'));
      };
      const add = window.addEventListener.bind(window);
      jest.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: EventListenerOrEventListenerObject) => {
        added.push([type, listener]);
        add(type, listener);
      });
    });
    afterEach(() => {
      // In a tab the listeners are never removed.
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
