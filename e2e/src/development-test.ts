import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DevelopedModule } from './developed-module.ts';
import { runSiteBeside } from './running-site.ts';
import { test as siteTest } from './site-test.ts';
import { writeModule } from './team-folder.ts';
import type { SmallModule } from './orders-module.ts';

interface TestFixtures {
  /** Address of a site on the run's backend that lets page teams develop with it. */
  readonly openSite: string;
  readonly workplace: string;
  /** Writes a module in a folder outside this repository, and runs `atrium dev` there until the test is done. */
  readonly develop: (module: SmallModule, site: string) => Promise<DevelopedModule>;
}

/** Tests of `atrium dev`. */
export const developmentTest = siteTest.extend<TestFixtures>({
  // Playwright reads from the braces that nothing else is needed.
  // oxlint-disable-next-line no-empty-pattern
  workplace: async ({}, provide) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-dev-'));
    await provide(folder);
    await rm(folder, { recursive: true, force: true });
  },
  openSite: async ({ site }, provide) => {
    const open = await runSiteBeside(site, { ALLOW_DEVELOPMENT: 'true' });
    await provide(open.url);
    await open.stop();
  },
  develop: async ({ workplace, noise, context }, provide) => {
    // The development server's client says on the console what it says on screen.
    noise.allow(/webpack-dev-server/);
    const running: DevelopedModule[] = [];
    await provide(async (module, site) => {
      const folder = await writeModule(workplace, module);
      await writeFile(path.join(folder, 'src/list-page.tsx'), pageWithForm(module));
      await writeFile(path.join(folder, 'src/list.module.css'), '.wishes { color: rgb(1, 2, 3); }');
      const developed = await DevelopedModule.start(folder, site);
      running.push(developed);
      return developed;
    });
    // A page that is loading just then would complain of the server that goes.
    for (const page of context.pages()) await page.close();
    for (const module of running) await module.stop();
  },
});

/** A page with a form, and with what it knows of the person. */
function pageWithForm({ title, edition }: SmallModule): string {
  return `
    import { PageHeading } from '@atrium/page-kit/ui';
    import { useAuth } from 'auth/auth';
    import { useState } from 'react';
    import styles from './list.module.css';
    export default function ListPage() {
      const email = useAuth((auth) => auth.user?.email);
      const [wish, setWish] = useState('');
      return (
        <form className={styles['wishes']}>
          <PageHeading title="${title}" />
          <p>${edition}</p>
          <label>Wish <input value={wish} onChange={(event) => setWish(event.target.value)} /></label>
          <p>{email ? \`Signed in as \${email}\` : 'Signed out'}</p>
        </form>
      );
    }`;
}
