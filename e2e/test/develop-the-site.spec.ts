import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { Noise } from '../src/noise.ts';
import { copyPublishedBuilds } from '../src/published-builds.ts';
import { copyRepository } from '../src/repository-copy.ts';
import { expectSilence, newStartPlace, StartedSite } from '../src/started-site.ts';

interface DevelopedSite {
  readonly url: string;
  readonly process: StartedSite;
  /** Changes a text in one of the sources, as its author saves it. */
  edit(file: string, from: string, to: string): Promise<void>;
}

/** Tests of `npm run dev`, in a copy of this repository that may be edited. */
const test = base.extend<{ developed: DevelopedSite }>({
  developed: async ({ context }, provide) => {
    const root = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-copy-'));
    await copyRepository(root);
    const place = await newStartPlace();
    // As after an earlier start: start.spec.ts proves that the first one publishes every part.
    await copyPublishedBuilds(path.join(place.data, 'releases'));
    const noise = new Noise(context);
    // The development server's client says on the console what it says on screen.
    noise.allow(/webpack-dev-server|Download the React DevTools/);
    const process = new StartedSite(place, [], {}, { root, script: 'scripts/dev.ts' });
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
    // A page that is loading just then would complain of the server that goes.
    for (const page of context.pages()) await page.close();
    await process.stop();
    await expectSilence(place);
    await rm(root, { recursive: true, force: true });
    await rm(place.data, { recursive: true, force: true });
    expect(noise.unexpected, 'messages in the browser console').toEqual([]);
  },
});

/** Gives itself away when the page was loaded anew. */
const MARK = 'atriumTestMark';

test.setTimeout(180_000);

test('every part of the site runs from its sources, and edits of pages and shell keep what was typed', async ({ page, developed }) => {
  expect(developed.process.output).toContain(`Atrium is ready at ${developed.url}, every part of it from its sources`);
  await page.goto(`${developed.url}/login`);
  await page.getByLabel('Email').fill('half@of.what');

  await page.evaluate((mark) => Object.assign(window, { [mark]: true }), MARK);

  await developed.edit('pages-remote/account/src/form/messages.ts', 'Forgot your password?', 'Lost your password?');
  await expect(page.getByRole('link', { name: 'Lost your password?' })).toBeVisible();
  await developed.edit('shell/src/frame/site-header.tsx', "{message('site.name')}", "{message('site.name')} at work");
  await expect(page.getByRole('banner').getByText('at work')).toBeVisible();
  await developed.edit('shell/src/styles/frame.css', '.shell-header {', '.shell-header { outline: 3px solid rgb(1, 2, 3);');
  await expect(page.getByRole('banner')).toHaveCSS('outline-color', 'rgb(1, 2, 3)');
  await expect(page.getByLabel('Email')).toHaveValue('half@of.what');
  expect(await page.evaluate((mark) => mark in window, MARK), 'the page was not loaded anew').toBe(true);

  // There is one sign-in for the life of a tab: an edit of it begins a new one.
  await developed.edit('auth-core/src/messages.ts', "'An error occurred during login'", "'The login went wrong'");
  await expect.poll(() => page.evaluate((mark) => mark in window, MARK).catch(() => true)).toBe(false);
  await expect(page.getByLabel('Email')).toBeVisible();
});
