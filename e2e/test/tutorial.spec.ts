import { outsideTest as test } from '../src/outside-folder.ts';
import { followTutorial } from '../src/tutorial/follow-tutorial.ts';

test('who follows the tutorial word for word in an empty folder has a module live in a real site', async ({ outside, page }) => {
  // Two installations of page-kit, four builds, and a site that starts.
  test.setTimeout(600_000);
  await followTutorial(outside.path, page);
});
