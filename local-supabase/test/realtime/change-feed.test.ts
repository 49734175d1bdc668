import { afterEach, expect, jest, test } from '@jest/globals';
import { Database } from '../../src/database/database.ts';
import { ChangeFeed } from '../../src/realtime/change-feed.ts';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('delivers queued changes although reading the queue failed, and nothing was committed since', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const delivered: string[] = [];
  let notify = (): void => undefined;
  let isBroken = true;
  const database = new Database({
    query: (sql) => {
      if (!sql.includes('delete from local_supabase.realtime_queue\n')) return Promise.resolve({ rows: [] });
      if (isBroken) return Promise.reject(new Error('the disk is full'));
      return Promise.resolve({ rows: [{ action: 'INSERT', entity: 1, schema: 'realtime', table: 'messages', old_row: null, new_row: '{"id":1}' }] });
    },
    exec: () => Promise.resolve(),
    listen: (_channel, callback) => {
      notify = callback;
      return Promise.resolve();
    },
    dump: () => Promise.resolve(new Blob([])),
    close: () => Promise.resolve(),
  });
  const feed = new ChangeFeed(database, (row) => void delivered.push(row));
  await feed.start();
  const reported = new Promise((resolve) => {
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      resolve(text);
      return true;
    });
  });
  notify();
  expect(await reported).toContain('the disk is full');

  isBroken = false;
  await jest.runOnlyPendingTimersAsync();
  await feed.stop();
  expect(delivered).toEqual(['{"id":1}']);
});
