import { expect } from '../../src/fixtures/site-test.ts';
import { teamTest } from '../../src/fixtures/team-test.ts';
import { buildModule, ORDERS } from '../../src/teams/team-folder.ts';
import { SOAK } from '../../src/fixtures/soak-tag.ts';

teamTest.describe.configure({ timeout: 90_000 });

teamTest('a team finds the source line of a failure by the trace on a visitor’s screen', SOAK, async ({ page, teams, consoleMessages }) => {
  consoleMessages.allow(/page module orders is not available/, /her order/);
  const { orders } = teams;
  const failing = await buildModule(ORDERS, {
    'src/list-page.tsx': `
      import { Button, PageHeading } from '@atrium/page-kit/ui';
      import { useState } from 'react';
      import logo from './logo.svg';
      import './badge.css';

      function total(amounts: readonly number[] | null): number {
        if (amounts === null) throw new RangeError('Ada and her order');
        return amounts.length;
      }

      export default function ListPage() {
        const [amounts, setAmounts] = useState<readonly number[] | null>([]);
        return <><PageHeading title="Orders" /><p><img src={logo} alt="Logo" /> <span className="badge">{total(amounts)}</span></p><Button onClick={() => setAmounts(null)}>Sum up</Button></>;
      }`,
    'src/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><circle cx="8" cy="8" r="8" /></svg>',
    'src/badge.css': '.badge { background: url(./logo.svg); }',
  });
  const release = await orders.publish(failing, 'our first edition');
  await page.goto('/orders');
  // Pictures of the release, in the code and in a style sheet.
  const logo = page.getByRole('img', { name: 'Logo' });
  await expect(logo).toHaveJSProperty('naturalWidth', 16);
  const address = await logo.evaluate((image: HTMLImageElement) => image.src);
  expect(new URL(address).pathname).toMatch(new RegExp(`^/releases/orders/${release}/logo\\.[0-9a-f]{8}\\.svg$`));
  await expect(page.locator('.badge')).toHaveCSS('background-image', `url("${address}")`);
  await page.getByRole('button', { name: 'Sum up' }).click();
  const facts = page.getByRole('main').getByRole('definition');
  await expect(facts).toHaveText(['orders', /./, release, /^\w+$/]);
  const trace = (await facts.last().textContent()) ?? 'none';
  await expect.poll(() => orders.do(failing, 'trace'), { timeout: 20_000 }).toContain(trace);
  const traced = await orders.do(failing, 'trace', trace);
  expect(traced).toMatch(new RegExp(`^RangeError in orders, release ${release}, after it had worked, .* UTC\\n\\nsrc/list-page\\.tsx:8\\n`));
  expect(traced).toContain(">  8 |         if (amounts === null) throw new RangeError('Ada and her order');\n");
  // The code of the shell, too.
  expect(traced).toMatch(/\n {2}at src\/list-page\.tsx:8\n(?:.*\n)* {2}at node_modules\/react-dom\/\S+:\d+\n/);
});
