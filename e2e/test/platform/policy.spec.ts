import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { currentReleaseSet } from '../../src/releases/release-folder.ts';
import { expect, test } from '../../src/fixtures/site-test.ts';

test('the document has exactly the strict policy, and requires integrity of scripts', async ({ request, site }) => {
  const { origin, host } = new URL(site.backend.apiUrl);
  for (const path of ['/', '/login', '/workspace', '/nothing/here']) {
    const response = await request.get(path, { headers: { accept: 'text/html' } });
    const inline = [...(await response.text()).matchAll(/<script(?![^>]*(?:\ssrc=|type="application\/json"))[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script);
    // The script of prerendered pages, which hides the page from users with a session.
    expect(inline, path).toHaveLength(path === '/login' ? 1 : 0);
    const allowed = inline.map((script) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`).join('');
    expect(response.headers()['content-security-policy'], path).toBe(
      `default-src 'none'; script-src 'self'${allowed}; style-src 'self'; ` +
        `img-src 'self' data: blob: ${origin}; font-src 'self'; connect-src 'self' ${origin} ws://${host}; ` +
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types default",
    );
    expect(response.headers()['integrity-policy'], path).toBe('blocked-destinations=(script)');
  }
});

/** Runs code like the page's own. The policy does not apply to code that Playwright evaluates. */
async function runAsPage(page: Page, attempt: () => void): Promise<string> {
  return page.evaluate(
    (source) =>
      new Promise<string>((resolve) => {
        const work: unknown = Reflect.construct(Function, [`(${source})()`]);
        setTimeout(() => {
          try {
            if (typeof work === 'function') Reflect.apply(work, null, []);
            resolve('nothing was thrown');
          } catch (error) {
            resolve(error instanceof Error ? error.name : String(error));
          }
        });
      }),
    attempt.toString(),
  );
}

/** What injected code could try, and the expected result. */
const ATTACKS: readonly { readonly name: string; readonly attempt: () => void; readonly ends: string }[] = [
  {
    name: 'markup in innerHTML',
    attempt: () => {
      document.body.innerHTML = '<img src="x" onerror="globalThis.intruded = true">';
    },
    ends: 'TypeError',
  },
  {
    name: 'eval',
    attempt: () => {
      // oxlint-disable-next-line no-eval -- the policy refuses it
      Reflect.apply(globalThis.eval, null, ['globalThis.intruded = true']);
    },
    ends: 'EvalError',
  },
  {
    name: 'a function from text',
    attempt: () => {
      Reflect.construct(Function, ['globalThis.intruded = true']);
    },
    ends: 'EvalError',
  },
  {
    name: 'an inline script',
    attempt: () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.intruded = true';
      document.head.append(script);
    },
    ends: 'TypeError',
  },
  {
    name: 'a script of another site',
    attempt: () => {
      const script = document.createElement('script');
      script.src = 'https://evil.example/intrude.js';
      document.head.append(script);
    },
    ends: 'FileNotAdmittedError',
  },
  {
    name: 'a policy of its own',
    attempt: () => {
      const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
      if (typeof factory !== 'object' || factory === null) throw new Error('no Trusted Types');
      const create: unknown = Reflect.get(factory, 'createPolicy');
      if (typeof create === 'function') Reflect.apply(create, factory, ['intruder', { createHTML: (text: string) => text }]);
    },
    ends: 'TypeError',
  },
  {
    name: 'a javascript: address',
    attempt: () => {
      const link = document.createElement('a');
      link.href = 'javascript:globalThis.intruded = true';
      document.body.append(link);
      link.click();
    },
    ends: 'nothing was thrown',
  },
];

test('page code cannot run code that is not of a release', async ({ page, consoleMessages }) => {
  consoleMessages.allow(/Content Security [Pp]olicy/, /TrustedHTML|TrustedScript|Trusted Type/);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', () => Reflect.set(globalThis, 'reported', true));
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const { name, attempt, ends } of ATTACKS) {
    await page.evaluate(() => Reflect.set(globalThis, 'reported', false));
    expect(await runAsPage(page, attempt), name).toBe(ends);
    // The shell refuses a script of another site before the policy does.
    if (name !== 'a script of another site') {
      await expect.poll(() => page.evaluate((): unknown => Reflect.get(globalThis, 'reported')), { message: name }).toBe(true);
    }
    expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'intruded')), name).toBeUndefined();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test("a file that is not in the tab's release set does not run, even with the right integrity", async ({ page, site, consoleMessages }) => {
  consoleMessages.allow(/Integrity-Policy|integrity/i);
  const { shell } = await currentReleaseSet(site.url);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const load = (src: string) =>
    page.evaluate(
      (address) =>
        new Promise<string>((resolve) => {
          const script = document.createElement('script');
          script.onload = () => resolve('ran');
          script.onerror = () => resolve('blocked');
          try {
            script.src = address;
          } catch (error) {
            resolve(error instanceof Error ? error.name : String(error));
          }
          document.head.append(script);
        }),
      src,
    );
  expect(await load('/icon.svg')).toBe('FileNotAdmittedError');
  expect(await load(`${shell.base}unknown.js`)).toBe('FileNotAdmittedError');
  // A file of the set without its hash: the second line of defence.
  expect(await load(shell.base + (shell.initial.scripts[0] ?? ''))).toBe('blocked');
});
