import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import * as v from 'valibot';
import { freePort } from '../site/free-port.ts';
import { WINDOW, type BrowserDriver, type ElementKind, type PageElement } from './driver.ts';
import { findVirtualDisplay, findWebKitDriver } from './find-program.ts';
import { WebDriverSession } from './webdriver-session.ts';

const SELECTORS: Readonly<Record<ElementKind, string>> = {
  button: 'button, [role=button]',
  link: 'a[href], [role=link]',
  menuitem: '[role=menuitem]',
  heading: 'h1, h2, h3, h4, h5, h6, [role=heading]',
  field: 'input, textarea',
};

/** Xvfb writes the number of its display and a line break. */
const displaySchema = v.tuple([v.pipe(v.instance(Buffer), v.transform((line) => line.toString().trim()))]);

/** Starts WebKitGTK's MiniBrowser, which has Safari's engine, on a display of its own and controls it over WebDriver. */
export async function startWebKit(): Promise<BrowserDriver> {
  const driver = findWebKitDriver();
  const display = await startDisplay(findVirtualDisplay());
  const port = await freePort();
  const server = `http://127.0.0.1:${port}`;
  // A machine without a graphics card draws in software.
  const environment = { ...process.env, DISPLAY: display.name, LIBGL_ALWAYS_SOFTWARE: '1' };
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { env: environment, stdio: 'ignore' });
  const stopProcesses = async () => {
    await stop(child);
    await stop(display.process);
  };
  try {
    await expect.poll(() => isListening(server), { message: 'WebKitWebDriver listens', timeout: 20_000 }).toBe(true);
    const session = await WebDriverSession.start(server);
    await session.resize(WINDOW);
    return driverOf(session, stopProcesses);
  } catch (error) {
    await stopProcesses();
    throw error;
  }
}

function driverOf(session: WebDriverSession, stopProcesses: () => Promise<void>): BrowserDriver {
  return {
    open: (url) => session.open(url),
    async find(kind, name) {
      const found: PageElement[] = [];
      for (const id of await session.elements(SELECTORS[kind])) {
        if ((await session.isDisplayed(id)) && (await session.accessibleName(id)) === name) found.push(elementOf(session, id));
      }
      return found;
    },
    evaluate: (expression) => session.run(`return (${expression});`),
    screenshot: async () => Buffer.from(await session.screenshot(), 'base64'),
    async close() {
      try {
        await session.end();
      } finally {
        await stopProcesses();
      }
    },
  };
}

function elementOf(session: WebDriverSession, id: string): PageElement {
  return {
    click: () => session.click(id),
    async type(text) {
      await session.clear(id);
      await session.type(id, text);
    },
  };
}

/** Starts an X server without a screen on the first free display number. */
async function startDisplay(program: string): Promise<{ name: string; process: ChildProcess }> {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', `${WINDOW.width}x${WINDOW.height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended before its display was ready.`)));
  const pipe = child.stdio[3];
  if (!pipe) throw new Error(`${program} has no pipe for its display number.`);
  const [number] = v.parse(displaySchema, await Promise.race([once(pipe, 'data'), ended]));
  return { name: `:${number}`, process: child };
}

async function isListening(server: string): Promise<boolean> {
  return fetch(`${server}/status`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
