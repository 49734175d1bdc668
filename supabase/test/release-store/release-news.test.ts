import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { releaseNews } from '@atrium/releases/names';
import { published, workspaceFiles } from '@atrium/releases/testing/publish';
import * as v from 'valibot';
import { StoreProject } from './store-project.ts';

let project: StoreProject;
beforeAll(async () => {
  project = await StoreProject.start();
});
afterAll(() => project.stop());

const messageSchema = v.object({ payload: v.object({ revision: v.number() }) });

test('visitors are notified of every move, and only of its revision', async () => {
  const received: unknown[] = [];
  let onMessage = (): void => undefined;
  const channel = project.visitor().channel(releaseNews.topic);
  await new Promise<void>((resolve, reject) => {
    channel
      .on('broadcast', { event: releaseNews.event }, (message) => {
        received.push(message['payload']);
        expect(v.is(messageSchema, message)).toBe(true);
        onMessage();
      })
      .subscribe((status) => (String(status) === 'SUBSCRIBED' ? resolve() : reject(new Error(String(status)))));
  });
  const store = await project.open();
  for (const number of [1, 2]) {
    const message = new Promise<void>((resolve) => (onMessage = resolve));
    await published(store, workspaceFiles(number));
    await message;
  }
  // Realtime adds the id of the message.
  expect(received).toEqual([1, 2].map((revision) => ({ revision, id: expect.any(String) })));
});
