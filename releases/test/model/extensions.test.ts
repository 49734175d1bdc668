import { extensionStates, slotFits } from '../../src/model/extensions.ts';

test.each([
  ['1.0', '1.0', true],
  ['1.2', '1.0', true],
  ['1.10', '1.9', true],
  ['1.0', '1.1', false],
  ['2.0', '1.0', false],
  ['1.5', '2.0', false],
])('a slot %s works with an extension for %s: %s', (offered, needed, fits) => {
  expect(slotFits(offered, needed)).toBe(fits);
});

test('an extension is shown, or waits for its slot or for a version of it', () => {
  const extension = (slot: string, slotVersion: string) => ({ slot, slotVersion });
  const modules = [
    { name: 'account', slots: { sections: { version: '1.1' } } },
    { name: 'home', extensions: { card: extension('home.cards', '1.0'), plan: extension('account.sections', '1.0'), next: extension('account.sections', '2.0'), top: extension('site.home', '1.0') } },
    { name: 'plain' },
  ];
  expect(extensionStates(modules)).toEqual([
    { module: 'home', extension: 'card', slot: 'home.cards', slotVersion: '1.0', offered: null, state: 'waiting-for-slot' },
    { module: 'home', extension: 'plan', slot: 'account.sections', slotVersion: '1.0', offered: '1.1', state: 'shown' },
    { module: 'home', extension: 'next', slot: 'account.sections', slotVersion: '2.0', offered: '1.1', state: 'waiting-for-version' },
    { module: 'home', extension: 'top', slot: 'site.home', slotVersion: '1.0', offered: '1.0', state: 'shown' },
  ]);
});
