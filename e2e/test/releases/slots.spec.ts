import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { damageTest, expect } from '../../src/fixtures/site-test.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';
import { shiftsOf, watchShifts } from '../../src/checks/layout-shifts.ts';
import { exchange, goLive, publishBuild } from '../../src/releases/changed-release.ts';
import { controlTime } from '../../src/releases/release-polling.ts';
import type { SmallModule } from '../../src/teams/small-module.ts';
import { buildModule, changedBuild, ORDERS } from '../../src/teams/team-folder.ts';

// One after the other: the first test builds the modules of all.
damageTest.describe.configure({ mode: 'default', timeout: 120_000 });

/** Versions of the slot and of what the extension was written for, in the first build of each module. */
const [SLOT, WRITTEN_FOR] = ['1.7', '1.6'];

/** Height that the extension declares, in pixels. */
const EXTENSION_HEIGHT = 80;

/** Owns two slots. */
const ownerFiles = {
  'src/manifest.ts': `
    import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';
    export const manifest = defineModuleManifest({
      name: 'orders', owner: 'Team Orders', contract: '^2.0', title: { en: 'Orders' },
      routes: { list: '/orders', faults: '/orders/faults' },
      navigation: [{ route: 'list', label: { en: 'Orders' } }],
      slots: { cards: { version: '${SLOT}' }, faults: { version: '1.0' } },
    });`,
  'src/slots.ts': `
    export {};
    declare module '@atrium/page-kit/contract/site' {
      interface SiteSlots {
        'orders.cards': { readonly order: string };
        'orders.faults': Readonly<Record<never, never>>;
      }
    }`,
  'src/module.ts': `
    import { definePageModule } from '@atrium/page-kit/contract/page-module';
    import { manifest } from './manifest.ts';
    export default definePageModule(manifest, { routes: { list: () => import('./list-page.tsx'), faults: () => import('./faults-page.tsx') } });`,
  'src/list-page.tsx': `
    import { PageHeading } from '@atrium/page-kit/ui';
    import { Slot } from '@atrium/page-kit/site';
    export default function ListPage() {
      return <><PageHeading title="Orders" /><Slot name="orders.cards" order="A7"><p>No cards for this page</p></Slot><p>Below the cards</p></>;
    }`,
  'src/faults-page.tsx': `
    import { Button, PageHeading } from '@atrium/page-kit/ui';
    import { Slot } from '@atrium/page-kit/site';
    import { useState } from 'react';
    export default function FaultsPage() {
      const [count, setCount] = useState(0);
      return <><PageHeading title="Faults" /><Button onClick={() => setCount(count + 1)}>Count</Button><p>Counted {count}</p><Slot name="orders.faults" /></>;
    }`,
};

const STOCK: SmallModule = { name: 'stock', title: 'Stock', path: '/stock', edition: 'What is left', details: 'Details of the stock' };

/** Extends both slots. */
const extensionFiles = {
  'src/manifest.ts': `
    import { defineModuleManifest } from '@atrium/page-kit/contract/module-manifest';
    const fault = { slot: 'orders.faults', slotVersion: '1.0', size: { height: ${EXTENSION_HEIGHT} } };
    export const manifest = defineModuleManifest({
      name: 'stock', owner: 'Team Stock', contract: '^2.0', title: { en: 'Stock' },
      routes: { list: '/stock' }, navigation: [{ route: 'list', label: { en: 'Stock' } }],
      extensions: {
        card: { slot: 'orders.cards', slotVersion: '${WRITTEN_FOR}', title: { en: 'Stock of the order' }, size: { height: ${EXTENSION_HEIGHT} } },
        works: { ...fault, title: { en: 'Works' } },
        throws: { ...fault, title: { en: 'Throws' } },
        hangs: { ...fault, title: { en: 'Hangs' } },
        grows: { ...fault, title: { en: 'Grows' } },
      },
    });`,
  'src/module.ts': `
    import { definePageModule } from '@atrium/page-kit/contract/page-module';
    import { manifest } from './manifest.ts';
    export default definePageModule(manifest, {
      routes: { list: () => import('./list-page.tsx') },
      extensions: {
        card: () => import('./card.tsx'), works: () => import('./works.tsx'), throws: () => import('./throws.tsx'),
        hangs: () => import('./hangs.tsx'), grows: () => import('./grows.tsx'),
      },
    });`,
  'src/card.tsx': `export default function Card({ order }: { readonly order: string }) { return <p>In stock for {order}</p>; }`,
  'src/works.tsx': `export default function Works() { return <p>This one works</p>; }`,
  'src/throws.tsx': `export default function Throws() { throw new Error('boom'); }`,
  'src/hangs.tsx': `
    import { use } from 'react';
    const never = new Promise<never>(() => undefined);
    export default function Hangs() { return use(never); }`,
  'src/grows.tsx': `
    import { useEffect, useState } from 'react';
    export default function Grows() {
      const [lines, setLines] = useState(1);
      useEffect(() => setLines(40), []);
      return <>{Array.from({ length: lines }, (_, line) => <p key={line}>Line {line}</p>)}</>;
    }`,
};

damageTest('a slot shows the extensions that fit its version, whichever of both modules is released first', SOAK, async ({ page, damaged }) => {
  const below = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-slots-'));
  try {
    const [owner, extension] = [await buildModule(ORDERS, ownerFiles), await buildModule(STOCK, extensionFiles)];
    const nextOwner = await changedBuild(below, owner, exchange(`"${SLOT}"`, '"2.0"'));
    const nextExtension = await changedBuild(below, extension, exchange(`"${WRITTEN_FOR}"`, '"2.0"'));
    const earlierExtension = await changedBuild(below, extension, exchange('In stock for', 'On the shelf for'));
    const card = page.getByText('In stock for A7');
    const empty = page.getByText('No cards for this page');

    const firstOwner = await publishBuild(damaged.releases, owner);
    await publishBuild(damaged.releases, nextExtension);
    await page.goto('/orders');
    await expect(empty).toBeVisible();
    await publishBuild(damaged.releases, nextOwner);
    await page.goto('/orders');
    await expect(card).toBeVisible();
    await expect(empty).toBeHidden();

    // Twice, because the gate keeps a slot that the previous release of an extension needs.
    await publishBuild(damaged.releases, earlierExtension);
    await publishBuild(damaged.releases, extension);
    await page.goto('/orders');
    await expect(empty).toBeVisible();
    await goLive(damaged.releases, 'orders', firstOwner);
    await page.goto('/orders');
    await expect(card).toBeVisible();

    const refused = await publishBuild(damaged.releases, nextOwner).catch(String);
    expect(refused).toContain('its slot orders.cards has the version 2.0, and the extension card of stock (owner: Team Stock) needs 1.6');
    await page.reload();
    await expect(card).toBeVisible();
  } finally {
    await rm(below, { recursive: true, force: true });
  }
});

damageTest('an extension of a broken release falls back to the previous release of its module, as its pages do', async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(/boom/, /The extension card of stock is not available: It ran into an error/);
  const below = await mkdtemp(path.join(tmpdir(), 'atrium-e2e-slots-'));
  try {
    const [owner, extension] = [await buildModule(ORDERS, ownerFiles), await buildModule(STOCK, extensionFiles)];
    const broken = await changedBuild(below, extension, (content) =>
      content.replaceAll('"In stock for "', '(()=>{throw new Error("boom")})()').replaceAll(STOCK.edition, 'What is new'),
    );
    await publishBuild(damaged.releases, owner);
    await publishBuild(damaged.releases, extension);
    await publishBuild(damaged.releases, broken);
    await page.goto('/orders');
    await expect(page.getByText('In stock for A7')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Stock' }).click();
    await expect(page.getByText(STOCK.edition)).toBeVisible();
  } finally {
    await rm(below, { recursive: true, force: true });
  }
});

damageTest('what is below a slot moves once, by the height of its extension, at the first visit, and not at all at the second one', async ({ page, damaged }) => {
  await publishBuild(damaged.releases, await buildModule(ORDERS, ownerFiles));
  await publishBuild(damaged.releases, await buildModule(STOCK, extensionFiles));
  await watchShifts(page);
  await page.goto('/orders');
  await expect(page.getByText('In stock for A7')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect((await shiftsOf(page)).flatMap(({ moved }) => moved.map(distanceOf))).toEqual([EXTENSION_HEIGHT]);

  await page.reload();
  await expect(page.getByText('In stock for A7')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shiftsOf(page)).toEqual([]);
});

damageTest('extensions that throw, hang or grow leave the page and each other alone, and nothing shifts', async ({ page, damaged, consoleMessages }) => {
  consoleMessages.allow(/boom/, /The extension (?:throws|hangs) of stock is not available/, /warning: The extension stock\.grows is higher than its maximum of 80 pixels.*owner Team Stock/);
  await publishBuild(damaged.releases, await buildModule(ORDERS, ownerFiles));
  await publishBuild(damaged.releases, await buildModule(STOCK, extensionFiles));
  await controlTime(page);
  await watchShifts(page);
  await page.goto('/orders/faults');
  await expect(page.getByText('This one works')).toBeVisible();
  await expect(page.getByText('Throws did not load')).toBeVisible();
  const growing = page.getByRole('group', { name: 'Grows' });
  await expect(growing).toBeVisible();
  expect((await growing.boundingBox())?.height).toBe(88);
  await page.clock.fastForward(8_000);
  await expect(page.getByText('Hangs did not load')).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);

  await page.getByRole('button', { name: 'Count' }).click();
  await expect(page.getByText('Counted 1')).toBeVisible();
  await expect(page.getByText('This one works')).toBeVisible();
});

/** Pixels that an element moved down in a layout shift, from its description in {@link shiftsOf}. */
function distanceOf(moved: string): number {
  const [from = 0, to = Number.POSITIVE_INFINITY] = [...moved.matchAll(/ at [\d.-]+, ([\d.-]+)/g)].map(([, top]) => Number(top));
  return Math.abs(to - from);
}
