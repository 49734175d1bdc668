import packageJson from '../package.json' with { type: 'json' };
import { CONTRACT_VERSION } from '../src/contract/contract-version.ts';

test('the contract has the version of the package that it comes in', () => {
  expect(CONTRACT_VERSION).toBe(packageJson.version);
});
