import { verifyTest as test } from '../../src/fixtures/verify-test.ts';
import { verifyFaults } from '../../src/teams/faulty-module.ts';

test.setTimeout(120_000);

// The soak verifies more pages, extensions and a correct module.
test('checks find their own defects in a page, and nothing else', async ({ verify }) => verifyFaults(verify, ['crowded']));
