import { ReleaseWatch } from '../../src/updates/release-watch.ts';
import { NEWER_SCHEMA } from '../../src/updates/site-requests.ts';

const LISTING = { schema: 3, revision: 7, shell: '2222333344445555', auth: null, pages: [] };

let requested: (string | null)[];

/** Sets the server's responses in order. */
function respondWith(...bodies: readonly unknown[]): void {
  const left = [...bodies];
  requested = [];
  globalThis.fetch = (_input, init) => {
    requested.push(new Headers(init?.headers).get('if-none-match'));
    const body = left.shift();
    if (body === undefined) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(Response.json(body, { headers: { etag: '"seven"' } }));
  };
}

const { fetch: fetchBefore } = globalThis;

afterEach(() => {
  jest.restoreAllMocks();
  globalThis.fetch = fetchBefore;
});

test('reports an error from a listing, and passes the listing on again at the next poll', async () => {
  const reported = jest.fn();
  Object.assign(globalThis, { reportError: reported });
  respondWith(LISTING, LISTING, LISTING);
  const fault = new Error('boom');
  const take = jest.fn().mockImplementationOnce(() => {
    throw fault;
  });
  const watch = new ReleaseWatch(take);
  expect([await watch.poll(), await watch.poll(), await watch.poll()]).toEqual([true, true, true]);
  expect(reported.mock.calls).toEqual([[fault]]);
  expect(take).toHaveBeenCalledTimes(3);
  expect(requested).toEqual([null, null, '"seven"']);
});

test('logs malformed responses once, and missing ones never', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const take = jest.fn();
  const watch = new ReleaseWatch(take);
  respondWith();
  expect(await watch.poll()).toBe(false);
  expect(log).not.toHaveBeenCalled();
  respondWith({ ...LISTING, pages: 1 }, []);
  expect([await watch.poll(), await watch.poll()]).toEqual([false, false]);
  expect(log).toHaveBeenCalledTimes(1);
  expect(take).not.toHaveBeenCalled();
});

test('treats a broken-off response as missing', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const response = Response.json(LISTING);
  // A consumed body fails like a broken connection.
  await response.text();
  globalThis.fetch = () => Promise.resolve(response);
  expect(await new ReleaseWatch(jest.fn()).poll()).toBe(false);
  expect(log).not.toHaveBeenCalled();
});

test('recognises a listing with a newer schema, whatever its content', async () => {
  const take = jest.fn();
  respondWith({ schema: 4, modules: {} });
  expect(await new ReleaseWatch(take).poll()).toBe(true);
  expect(take.mock.calls).toEqual([[NEWER_SCHEMA]]);
});

test.each(['focus', 'online'])('polls at the event “%s” of the window, unless it has just polled', async (event) => {
  jest.useFakeTimers();
  globalThis.fetch = () => Promise.resolve(Response.json(LISTING));
  const take = jest.fn();
  new ReleaseWatch(take).start();
  window.dispatchEvent(new Event(event));
  await jest.advanceTimersByTimeAsync(6_000);
  expect(take).not.toHaveBeenCalled();
  window.dispatchEvent(new Event(event));
  await jest.advanceTimersByTimeAsync(1_000);
  expect(take).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});

describe('broadcasts', () => {
  let polls: number;

  /** Sets the revisions of the server's responses in order; after the last, the listing does not change. */
  function revisions(...given: readonly number[]): ReleaseWatch {
    respondWith(...given.map((revision) => ({ ...LISTING, revision })));
    const respond = globalThis.fetch;
    globalThis.fetch = (...request) => {
      polls += 1;
      return polls <= given.length ? respond(...request) : Promise.resolve(new Response(null, { status: 304 }));
    };
    const watch = new ReleaseWatch(jest.fn());
    watch.start();
    return watch;
  }

  beforeEach(() => {
    polls = 0;
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  /** Advances the clock by seconds, with the polls due in that time. */
  const pass = (seconds: number): Promise<void> => jest.advanceTimersByTimeAsync(seconds * 1000);

  test('make the tab poll soon, until it has the new revision', async () => {
    const watch = revisions(8);
    watch.setSubscribed(true);
    watch.releaseChanged(8);
    await pass(9);
    expect(polls).toBe(1);
    watch.releaseChanged(8);
    await pass(60);
    expect(polls).toBe(1);
  });

  test('make the tab poll again while the server is behind, but a flood of them has no effect', async () => {
    const watch = revisions(7, 7, 8);
    watch.setSubscribed(true);
    watch.releaseChanged(8);
    await pass(30);
    expect(polls).toBe(3);
    for (let times = 0; times < 100; times += 1) watch.releaseChanged(1_000_000);
    await pass(25);
    expect(polls).toBe(6);
  });

  test('are ignored after a false one, until a new revision is found', async () => {
    const watch = revisions(7, 7, 7, 7);
    watch.setSubscribed(true);
    for (let seconds = 0; seconds < 600; seconds += 2) {
      watch.releaseChanged(1_000_000 + seconds);
      await pass(2);
    }
    // The three polls for the first one, and then one in 30 seconds, as without broadcasts.
    expect(polls).toBeLessThanOrEqual(3 + 600 / 25);
    respondWith({ ...LISTING, revision: 8 }, { ...LISTING, revision: 9 });
    await pass(40);
    expect(requested).toHaveLength(1);
    watch.releaseChanged(9);
    await pass(8);
    expect(requested).toHaveLength(2);
  });

  test('that a gap may have hidden are found soon after it, also if another gap follows', async () => {
    const watch = revisions();
    watch.setSubscribed(true);
    await pass(20);
    watch.setSubscribed(false);
    await pass(5);
    watch.setSubscribed(true);
    watch.setSubscribed(false);
    watch.setSubscribed(true);
    await pass(8);
    expect(polls).toBe(1);
    await pass(120);
    expect(polls).toBe(1);
  });

  test('make the tab poll less often while it receives them', async () => {
    const watch = revisions();
    watch.setSubscribed(true);
    await pass(120);
    expect(polls).toBe(0);
    await pass(120);
    expect(polls).toBe(1);
    watch.setSubscribed(false);
    await pass(100);
    expect(polls).toBeGreaterThanOrEqual(3);
  });
});
