import { expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { handleCalls } from '../../functions/_shared/handle-calls.ts';

const ENVIRONMENT = { SUPABASE_URL: 'https://project.example', SUPABASE_ANON_KEY: 'key', SUPABASE_SERVICE_ROLE_KEY: 'secret' };
const handle = handleCalls('long-body', v.object({ words: v.string() }), ENVIRONMENT, { fetch, waitUntil: () => undefined }, ({ body }) =>
  Promise.resolve(Response.json(body)),
);

/** Sends a body in pieces, and counts how many of them were read. */
async function send(pieces: readonly Uint8Array<ArrayBuffer>[], headers: Record<string, string> = {}) {
  const left = [...pieces];
  const cancel = jest.fn<() => void>();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = left.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
    cancel,
  }, { highWaterMark: 0 });
  const answer = await handle(new Request('https://functions.example/long-body', { method: 'POST', body, headers, duplex: 'half' }));
  return { status: answer.status, answer: v.parse(v.unknown(), await answer.json()), read: pieces.length - left.length, wasCancelled: cancel.mock.calls.length > 0 };
}

const REFUSAL = { code: 'invalid_call', message: expect.any(String) };
const ENDLESS_BODY = Array.from({ length: 1000 }, () => new Uint8Array(1000).fill(0x20));

test('reads a body only up to the limit', async () => {
  expect(await send(ENDLESS_BODY)).toEqual({ status: 400, answer: REFUSAL, read: 11, wasCancelled: true });
});

test('does not read a body whose declared length exceeds the limit', async () => {
  expect(await send(ENDLESS_BODY, { 'content-length': '1000000' })).toMatchObject({ status: 400, answer: REFUSAL, read: 0 });
});

test('reads a complete body, in chunks of any size', async () => {
  const words = 'Ünïcödé 🎈';
  const pieces = Array.from(new TextEncoder().encode(JSON.stringify({ words })), (byte) => Uint8Array.of(byte));
  expect(await send(pieces)).toMatchObject({ status: 200, answer: { words } });
});

test('treats a missing body as empty', async () => {
  const answer = await handle(new Request('https://functions.example/long-body', { method: 'POST' }));
  expect([answer.status, await answer.json()]).toEqual([400, REFUSAL]);
});
