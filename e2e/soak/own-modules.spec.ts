import path from 'node:path';
import { ROOT } from '../../tools/repository/repository.ts';
import { expect } from '../src/fixtures/site-test.ts';
import { verifyTest as test } from '../src/fixtures/verify-test.ts';

// `atrium verify` opens each route about ten times.
test.setTimeout(600_000);

for (const name of ['account', 'workspace']) {
  test(`the site’s own ${name} passes every check`, async ({ verify }) => {
    expect(await verify(path.join(ROOT, 'pages-remote', name))).toEqual({ ended: 0, failed: {}, waiting: [] });
  });
}
