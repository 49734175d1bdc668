import { fetchContributions, fetchDetails } from '../../src/updates/site-requests.ts';

const { fetch: fetchBefore } = globalThis;

afterEach(() => {
  jest.restoreAllMocks();
  globalThis.fetch = fetchBefore;
});

/** Sets the server's response to every request. Returns the cache modes of the requests. */
function respondWith(response: () => Response): (RequestCache | undefined)[] {
  const modes: (RequestCache | undefined)[] = [];
  globalThis.fetch = (_input, init) => {
    modes.push(init?.cache);
    return Promise.resolve(response());
  };
  return modes;
}

test('requests a release again without the cache only after a malformed response', async () => {
  const malformed = respondWith(() => new Response('<!doctype html>'));
  await expect(fetchDetails('orders', '2222333344445555')).rejects.toThrow('malformed');
  expect(malformed).toEqual([undefined, 'reload']);
  const missing = respondWith(() => new Response(null, { status: 404 }));
  await expect(fetchDetails('orders', '2222333344445555')).rejects.toThrow('404');
  expect(missing).toEqual([undefined]);
});

test('logs malformed contributions', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  respondWith(() => Response.json({ schema: 1 }));
  await expect(fetchContributions()).rejects.toThrow('malformed');
  expect(logged).toHaveBeenCalledTimes(1);
});
