import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { ROOT } from '../../tools/repository/repository.ts';
import { ConsoleMessages } from '../src/checks/console-messages.ts';
import { copyPublishedBuilds } from '../src/site/published-builds.ts';
import { expectSilence, newStartPlace, StartedSite } from '../src/site/started-site.ts';

/** Names that a copy leaves out: what is installed, what running sites and tests have written, and tests. */
const LEFT_OUT = new Set(['node_modules', '.git', '.atrium', 'test', 'test-results', 'results', 'coverage', 'e2e', 'bench', 'docs']);

/** Copies the sources and builds of this repository, so that a test can edit them. Installed packages are linked. */
async function copyRepository(to: string): Promise<void> {
  await cp(ROOT, to, { recursive: true, filter: (source) => source === ROOT || !LEFT_OUT.has(path.basename(source)) });
  const installed = path.join(ROOT, 'node_modules');
  const links = path.join(to, 'node_modules');
  await mkdir(links, { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== '.cache' && name !== '@atrium') await symlink(path.join(installed, name), path.join(links, name));
  }
  // The links to the workspaces are relative, so in the copy they lead to the copy's workspaces.
  await cp(path.join(installed, '@atrium'), path.join(links, '@atrium'), { recursive: true, verbatimSymlinks: true });
  // The stamps of the builds are valid for the copy too.
  await cp(path.join(installed, '.cache/atrium'), path.join(links, '.cache/atrium'), { recursive: true });
}

interface DevelopedSite {
  readonly url: string;
  readonly process: StartedSite;
  /** Replaces a text in a source file. */
  edit(file: string, from: string, to: string): Promise<void>;
}

/** Tests of `npm run dev`, in a copy of this repository that they can edit. */
const test = base.extend<{ developed: DevelopedSite }>({
  developed: async ({ context }, provide) => {
    const root = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-copy-'));
    await copyRepository(root);
    const place = await newStartPlace();
    // The store of an earlier start. The first start publishes every part (start.spec.ts).
    await copyPublishedBuilds(path.join(place.data, 'releases'));
    const consoleMessages = new ConsoleMessages(context);
    // The development server's client also logs what its overlay shows.
    consoleMessages.allow(/Download the React DevTools|Broken on purpose/);
    const process = new StartedSite(place, [], {}, { root, script: 'tools/commands/dev.ts' });
    await process.ready();
    await provide({
      url: `http://localhost:${String(place.port)}`,
      process,
      edit: async (file, from, to) => {
        const source = path.join(root, file);
        const before = await readFile(source, 'utf8');
        expect(before).toContain(from);
        await writeFile(source, before.replace(from, to));
      },
    });
    // An open page would log an error when its server stops.
    for (const page of context.pages()) await page.close();
    await process.stop();
    await expectSilence(place);
    await rm(root, { recursive: true, force: true });
    await rm(place.data, { recursive: true, force: true });
    expect(consoleMessages.unexpected, 'messages in the browser console').toEqual([]);
  },
});

/** A property of `window` that a reload removes. */
const MARK = 'atriumTestMark';

test.setTimeout(180_000);

test('every part of the site runs from its sources, edits of pages and the shell keep typed text, and errors show their place', async ({ page, developed }) => {
  expect(developed.process.output).toContain(`Atrium is ready at ${developed.url}. Every part runs from its sources.`);
  await page.goto(`${developed.url}/login`);
  await page.getByLabel('Email').fill('ada@example');

  await page.evaluate((mark) => Object.assign(window, { [mark]: true }), MARK);

  await developed.edit('pages-remote/account/src/form/messages.ts', 'Forgot your password?', 'Lost your password?');
  await expect(page.getByRole('link', { name: 'Lost your password?' })).toBeVisible();
  await developed.edit('shell/src/frame/site-header.tsx', "{message('site.name')}", "{message('site.name')} at work");
  await expect(page.getByRole('banner').getByText('at work')).toBeVisible();
  await developed.edit('shell/src/styles/frame.css', '.shell-brand {', '.shell-header { outline: 3px solid rgb(1, 2, 3); }\n\n.shell-brand { outline: 3px solid rgb(1, 2, 3);');
  await expect(page.getByRole('banner')).toHaveCSS('outline-color', 'rgb(1, 2, 3)');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example');
  expect(await page.evaluate((mark) => mark in window, MARK), 'the page did not reload').toBe(true);

  // One dialog for all parts, with the place in the sources. After the fix, the page goes on by itself.
  const loginPage = 'pages-remote/account/src/sign-in/login-page.tsx';
  await developed.edit(loginPage, '  const [email, setEmail]', "  if (Math.abs(1) > 0) throw new Error('Broken on purpose.');\n  const [email, setEmail]");
  const failure = page.getByRole('dialog', { name: 'Error on this page' });
  await expect(failure.getByRole('heading', { name: 'Error: Broken on purpose.' })).toBeVisible();
  await expect(failure.getByText(`${loginPage}:`).first()).toBeVisible();
  await developed.edit(loginPage, "  if (Math.abs(1) > 0) throw new Error('Broken on purpose.');\n", '');
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await page.evaluate((mark) => mark in window, MARK), 'the page did not reload').toBe(true);

  // A tab has one sign-in for its whole life, so an edit of the auth remote reloads the page.
  await developed.edit('auth-core/src/messages.ts', "'An error occurred during login'", "'The login went wrong'");
  await expect.poll(() => page.evaluate((mark) => mark in window, MARK).catch(() => true)).toBe(false);
  await expect(page.getByLabel('Email')).toBeVisible();
});
