/** @jest-environment node */
import path from 'node:path';
import { newFolder, pageBuild, shellBuild, writeBuild } from '../support/small-build.ts';
import { atrium, atriumJson } from './run-command.ts';
import { seed } from './seed.ts';

jest.setTimeout(60_000);

const extension = (slot: string, slotVersion: string) => ({ slot, slotVersion, title: { en: 'Extension' }, size: { height: 80 } });

test('status lists extensions that wait for a slot or for a version of it', async () => {
  const store = path.join(newFolder(), 'releases');
  const builds = [
    shellBuild(),
    pageBuild('account', '/account', { contributed: { slots: { sections: { version: '1.4' } } }, slotProps: { sections: '{}' } }),
    pageBuild('news', '/news', {
      contributed: { extensions: { card: extension('home.cards', '1.0'), next: extension('account.sections', '2.0'), now: extension('account.sections', '1.0') } },
    }),
  ];
  for (const build of builds) await seed(store, writeBuild(build));
  const { out } = await atrium(newFolder(), ['status', '--store', store]);
  expect(out.split('\n').filter((line) => line.startsWith('Waiting'))).toEqual([
    'Waiting: news.card waits for slot home.cards 1.0',
    'Waiting: news.next waits for slot account.sections 2.0; the site has 1.4',
  ]);
  expect((await atriumJson(newFolder(), ['status', '--store', store])).json).toMatchObject({
    waiting: [
      { module: 'news', extension: 'card', slot: 'home.cards', slotVersion: '1.0', offered: null, state: 'waiting-for-slot' },
      { module: 'news', extension: 'next', slot: 'account.sections', slotVersion: '2.0', offered: '1.4', state: 'waiting-for-version' },
    ],
  });
  expect((await atriumJson(newFolder(), ['status', 'account', '--store', store])).json).toMatchObject({ waiting: [] });
});
