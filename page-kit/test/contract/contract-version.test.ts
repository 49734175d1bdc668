import packageJson from '../../package.json' with { type: 'json' };
import { SHARED_RANGES } from '../../src/webpack/shared-packages.ts';
import { CONTRACT_VERSION } from '../../src/contract/contract-version.ts';

test('the contract has the version of its package', () => {
  expect(CONTRACT_VERSION).toBe(packageJson.version);
});

test('the shared ranges are the peer dependencies', () => {
  const peers: Readonly<Record<string, string>> = packageJson.peerDependencies;
  for (const name of ['react', 'react-dom', 'react-router-dom'] as const) expect([name, peers[name]]).toEqual([name, SHARED_RANGES[name]]);
});
