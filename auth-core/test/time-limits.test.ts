import { hang } from './support/fake-site.ts';
import { site } from './support/fresh-site.ts';
import { openTab } from './support/open-tab.ts';

const MINUTE = 60_000;

beforeEach(() => {
  jest.useFakeTimers();
});

/** The client of a tab whose backend never responds to the requests of a service. */
async function clientOfSilent(service: string) {
  for (const method of ['GET', 'POST']) site.respondTo(`${method} /${service}`, hang);
  const tab = await openTab(site);
  return tab.auth.getSupabase();
}

it('a table query times out after 15 seconds, without a retry', async () => {
  const client = await clientOfSilent('rest/v1');
  const query = Promise.resolve(client.from('notes').select());
  await jest.advanceTimersByTimeAsync(16_000);
  const { data, error } = await query;
  expect(data).toBeNull();
  expect(error?.message).toMatch(/took too long/);
  expect(site.count('GET /rest/v1/notes')).toBe(1);
});

it('a signal that is used for many requests keeps none of their listeners', async () => {
  jest.useRealTimers();
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  jest.spyOn(signal, 'addEventListener').mockImplementation((_type, listener) => void listeners.add(listener));
  jest.spyOn(signal, 'removeEventListener').mockImplementation((_type, listener) => void listeners.delete(listener));
  site.respondTo('GET /rest/v1/notes', () => Response.json([]));
  const client = await (await openTab(site)).auth.getSupabase();
  for (const path of ['notes', 'unknown']) await client.from(path).select().abortSignal(signal);
  expect(listeners.size).toBe(0);
});

it('a response that begins and never ends times out', async () => {
  site.respondTo('GET /rest/v1/notes', ({ signal }) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('['));
        signal?.addEventListener('abort', () => {
          controller.error(signal.reason);
        });
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  });
  const client = await (await openTab(site)).auth.getSupabase();
  const query = Promise.resolve(client.from('notes').select());
  await jest.advanceTimersByTimeAsync(16_000);
  expect((await query).error?.message).toMatch(/took too long/);
});

it('a response whose parts keep arriving does not time out', async () => {
  const senders: ReadableStreamDefaultController<Uint8Array>[] = [];
  site.respondTo('GET /rest/v1/notes', ({ signal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        senders.push(controller);
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  });
  const client = await (await openTab(site)).auth.getSupabase();
  const query = Promise.resolve(client.from('notes').select());
  for (const part of ['[{"id":1}', ',{"id":2}', ',{"id":3}', ']']) {
    await jest.advanceTimersByTimeAsync(10_000);
    senders[0]?.enqueue(new TextEncoder().encode(part));
  }
  senders[0]?.close();
  expect((await query).data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

it('a function times out after a minute', async () => {
  const client = await clientOfSilent('functions/v1');
  const over = jest.fn();
  const call = client.functions.invoke('summary').then(over);
  await jest.advanceTimersByTimeAsync(MINUTE - 1_000);
  expect(over).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(2_000);
  await call;
  expect(over).toHaveBeenCalledWith(expect.objectContaining({ data: null }));
});

it('a file transfer has no limit', async () => {
  const client = await clientOfSilent('storage/v1');
  const over = jest.fn();
  void client.storage.from('attachments').upload('large.bin', new Uint8Array(4)).then(over);
  await jest.advanceTimersByTimeAsync(10 * MINUTE);
  expect(site.count('POST /storage/v1/object/attachments/large.bin')).toBe(1);
  expect(over).not.toHaveBeenCalled();
});

it.each(['this browser', 'an older one'])('the caller can abort a request earlier in %s', async (browser) => {
  const any = Object.getOwnPropertyDescriptor(AbortSignal, 'any') ?? {};
  if (browser === 'an older one') Reflect.deleteProperty(AbortSignal, 'any');
  const client = await clientOfSilent('rest/v1');
  const controller = new AbortController();
  const query = Promise.resolve(client.from('notes').select().abortSignal(controller.signal));
  await jest.advanceTimersByTimeAsync(0);
  controller.abort();
  const { error } = await query;
  expect(error?.message).toMatch(/abort/i);
  Object.defineProperty(AbortSignal, 'any', any);
});
