import { outsideTest as test } from '../src/fixtures/outside-test.ts';
import { followTutorial } from '../src/tutorial/follow-tutorial.ts';

for (const tutorial of ['your-first-page-module.md', 'your-first-extension.md']) {
  test(`following ${tutorial} word for word in an empty folder ends with a live module on a real site`, async ({ outside, page }) => {
    // Two installations of page-kit, several builds and the start of a site.
    test.setTimeout(600_000);
    await followTutorial(tutorial, outside.path, page);
  });
}
