import { ROUTER_NAMES } from '@atrium/page-kit/webpack/shared-packages';
import * as facade from '../src/router-facade.ts';

test('provides every name that a remote may import', () => {
  expect(Object.keys(facade)).toEqual(expect.arrayContaining([...ROUTER_NAMES]));
  for (const name of ROUTER_NAMES) expect(facade[name]).toBeDefined();
});
