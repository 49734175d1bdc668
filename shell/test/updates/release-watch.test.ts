import { ReleaseWatch } from '../../src/updates/release-watch.ts';
import { NEWER_SCHEMA } from '../../src/updates/site-requests.ts';

const LISTING = { schema: 2, revision: 7, shell: '2222333344445555', auth: null, pages: [] };

let asked: (string | null)[];

/** Lets the site's server answer so, one question after the other. */
function answers(...bodies: readonly unknown[]): void {
  const left = [...bodies];
  asked = [];
  globalThis.fetch = (_input, init) => {
    asked.push(new Headers(init?.headers).get('if-none-match'));
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

test('reports what goes wrong when a listing is taken, and takes it again', async () => {
  const reported = jest.fn();
  Object.assign(globalThis, { reportError: reported });
  answers(LISTING, LISTING, LISTING);
  const fault = new Error('boom');
  const take = jest.fn().mockImplementationOnce(() => {
    throw fault;
  });
  const watch = new ReleaseWatch(take);
  expect([await watch.poll(), await watch.poll(), await watch.poll()]).toEqual([true, true, true]);
  expect(reported.mock.calls).toEqual([[fault]]);
  expect(take).toHaveBeenCalledTimes(3);
  expect(asked).toEqual([null, null, '"seven"']);
});

test('complains once about answers that cannot be, and never about those that do not come', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const take = jest.fn();
  const watch = new ReleaseWatch(take);
  answers();
  expect(await watch.poll()).toBe(false);
  expect(log).not.toHaveBeenCalled();
  answers({ ...LISTING, pages: 1 }, []);
  expect([await watch.poll(), await watch.poll()]).toEqual([false, false]);
  expect(log).toHaveBeenCalledTimes(1);
  expect(take).not.toHaveBeenCalled();
});

test('takes an answer that breaks off for one that did not come', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const answer = Response.json(LISTING);
  // A body that is gone fails as one does whose line breaks.
  await answer.text();
  globalThis.fetch = () => Promise.resolve(answer);
  expect(await new ReleaseWatch(jest.fn()).poll()).toBe(false);
  expect(log).not.toHaveBeenCalled();
});

test('takes a listing of a later kind for one, whatever is in it', async () => {
  const take = jest.fn();
  answers({ schema: 3, modules: {} });
  expect(await new ReleaseWatch(take).poll()).toBe(true);
  expect(take.mock.calls).toEqual([[NEWER_SCHEMA]]);
});

describe('told of moves', () => {
  let questions: number;

  /** The revisions that the site's server answers with, one question after the other; then always the last. */
  function revisions(...given: readonly number[]): ReleaseWatch {
    answers(...given.map((revision) => ({ ...LISTING, revision })));
    const answer = globalThis.fetch;
    globalThis.fetch = (...request) => {
      questions += 1;
      return questions <= given.length ? answer(...request) : Promise.resolve(new Response(null, { status: 304 }));
    };
    const watch = new ReleaseWatch(jest.fn());
    watch.start();
    return watch;
  }

  beforeEach(() => {
    questions = 0;
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  /** So many seconds go by, with the questions that fall into them. */
  const pass = (seconds: number): Promise<void> => jest.advanceTimersByTimeAsync(seconds * 1000);

  test('a tab asks soon, and no more once it has what it was told of', async () => {
    const watch = revisions(8);
    watch.setSubscribed(true);
    watch.releaseChanged(8);
    await pass(9);
    expect(questions).toBe(1);
    watch.releaseChanged(8);
    await pass(60);
    expect(questions).toBe(1);
  });

  test('a tab asks again where the server has not heard of it yet, but does not let itself be driven', async () => {
    const watch = revisions(7, 7, 8);
    watch.setSubscribed(true);
    watch.releaseChanged(8);
    await pass(30);
    expect(questions).toBe(3);
    for (let times = 0; times < 100; times += 1) watch.releaseChanged(1_000_000);
    await pass(60);
    expect(questions).toBe(6);
  });

  test('a tab asks rarely by itself while it can hear, and as usual when it cannot', async () => {
    const watch = revisions();
    watch.setSubscribed(true);
    await pass(120);
    expect(questions).toBe(0);
    await pass(120);
    expect(questions).toBe(1);
    watch.setSubscribed(false);
    await pass(100);
    expect(questions).toBeGreaterThanOrEqual(3);
  });
});
