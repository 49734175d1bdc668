import type { Locator, Page } from 'playwright-core';

/** Milliseconds within which a page must show the expected content. */
const TIMEOUT = 20_000;

type Part = 'main' | 'header';
type Role = 'heading' | 'link' | 'button';

/** An action in the browser, or an expectation. */
export type BrowserStep =
  | { readonly does: 'open'; readonly address: string }
  | { readonly does: 'type'; readonly text: string; readonly field: string }
  | { readonly does: 'press' | 'follow'; readonly name: string; readonly part: Part }
  | { readonly does: 'see'; readonly role: Role | null; readonly text: string }
  | { readonly does: 'see-in'; readonly text: string; readonly field: string }
  | { readonly does: 'reload-until'; readonly role: Role | null; readonly text: string };

const SEE = /^(see|reload until you see) (?:(heading|link|button) )?"([^"]+)"$/;

/** Reads a sentence such as `press "Add"`. Returns null if it is unknown. */
export function readBrowserStep(sentence: string): BrowserStep | null {
  const open = /^open (\S+)$/.exec(sentence);
  if (open) return { does: 'open', address: open[1] ?? '' };
  const type = /^type "([^"]+)" into "([^"]+)"$/.exec(sentence);
  if (type) return { does: 'type', text: type[1] ?? '', field: type[2] ?? '' };
  const act = /^(press|follow) "([^"]+)"( in the (?:header|sidebar))?$/.exec(sentence);
  if (act) return { does: act[1] === 'press' ? 'press' : 'follow', name: act[2] ?? '', part: act[3] === undefined ? 'main' : 'header' };
  const inField = /^see "([^"]+)" in "([^"]+)"$/.exec(sentence);
  if (inField) return { does: 'see-in', text: inField[1] ?? '', field: inField[2] ?? '' };
  const seen = SEE.exec(sentence);
  if (!seen) return null;
  const role = roleOf(seen[2]);
  return { does: seen[1] === 'see' ? 'see' : 'reload-until', role, text: seen[3] ?? '' };
}

function roleOf(word: string | undefined): Role | null {
  return word === 'heading' || word === 'link' || word === 'button' ? word : null;
}

/** Does a step in a tab. Rejects when the page does not have what it says. */
export async function browse(page: Page, step: BrowserStep): Promise<void> {
  switch (step.does) {
    case 'open':
      await page.goto(step.address).catch((error: unknown) => {
        // A tab that reloads itself at the same time ends the navigation.
        if (String(error).includes('net::ERR_ABORTED')) return page.goto(step.address);
        throw error;
      });
      return;
    case 'type':
      await page.getByLabel(step.field, { exact: true }).fill(step.text, { timeout: TIMEOUT });
      return;
    case 'press':
    case 'follow':
      await partOf(page, step.part).getByRole(step.does === 'press' ? 'button' : 'link', { name: step.name, exact: true }).click({ timeout: TIMEOUT });
      return;
    case 'see':
      await shown(page, step).waitFor({ timeout: TIMEOUT });
      return;
    case 'see-in':
      await holds(page, step.field, step.text);
      return;
    case 'reload-until':
      await reloadUntil(page, step);
  }
}

function partOf(page: Page, part: Part): Locator {
  return page.getByRole(part === 'main' ? 'main' : 'banner');
}

function shown(page: Page, { role, text }: { readonly role: Role | null; readonly text: string }): Locator {
  return (role === null ? page.getByText(text, { exact: true }) : page.getByRole(role, { name: text, exact: true })).first();
}

async function holds(page: Page, field: string, text: string): Promise<void> {
  const value = await page.getByLabel(field, { exact: true }).inputValue({ timeout: TIMEOUT });
  if (value !== text) throw new Error(`The field "${field}" holds "${value}" and not "${text}".`);
}

/** What is live changes within a second; each document says what was live when it was asked for. */
async function reloadUntil(page: Page, step: { readonly role: Role | null; readonly text: string }): Promise<void> {
  const until = Date.now() + TIMEOUT;
  for (;;) {
    await page.reload();
    try {
      await shown(page, step).waitFor({ timeout: 2_000 });
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
