import { outsideTest as test } from '../src/fixtures/outside-test.ts';
import { followTutorial } from '../src/tutorial/follow-tutorial.ts';

test('following the tutorial word for word in an empty folder ends with a live module on a real site', async ({ outside, page }) => {
  // Two installations of page-kit, four builds and the start of a site.
  test.setTimeout(600_000);
  await followTutorial(outside.path, page);
});
