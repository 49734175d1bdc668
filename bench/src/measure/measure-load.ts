import { readFile } from 'node:fs/promises';
import type { BrowserContext, CDPSession } from 'playwright-core';
import * as v from 'valibot';
import { transformWithOxc } from 'vite';
import { NetworkRecord } from './network-record.ts';

/** What one load came to. Times in milliseconds from the start of the navigation. */
export interface Load {
  /** When the log-in form could be used. */
  readonly time: number;
  /** Time that the main thread had been busy until then, slowed down as it was. */
  readonly cpu: number;
  /** Requests until then, and all their bytes with headers, also of those that were still under way. */
  readonly requests: number;
  readonly bytes: number;
  /** The same until the network was idle. */
  readonly requestsUntilIdle: number;
  readonly bytesUntilIdle: number;
  /** Paths that had been asked for when the form could be used, in order. */
  readonly files: readonly string[];
  /** Everything that came over the network until it was idle, in order. */
  readonly transfers: readonly Transfer[];
}

/** One request that reached the network. */
export interface Transfer {
  readonly path: string;
  /** Headers and body as they were transferred. */
  readonly bytes: number;
}

/** The page did not come to its log-in form. */
export class LoadFailedError extends Error {
  override readonly name = 'LoadFailedError';
}

/** A slow phone on a slow network: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms latency, a processor four times slower. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;

/** Milliseconds after which a load counts as failed. */
const LIMIT = 60_000;

const PROBE = new URL('./form-probe.ts', import.meta.url);

/**
 * Loads `/login` in a new page and measures it, until the network is idle. What the context has cached is used.
 * @throws {LoadFailedError} when the form does not come, or the page writes errors to its console.
 */
export async function measureLoad(context: BrowserContext, site: string): Promise<Load> {
  const page = await context.newPage();
  try {
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    const session = await context.newCDPSession(page);
    const network = new NetworkRecord(session);
    const form = await watchForForm(session);
    await page.addInitScript({ content: await probeScript() });
    await slowDown(session);
    const busyBefore = await busyTime(session);
    await page.goto(`${site}/login`, { waitUntil: 'commit' });
    const { time, busy } = await within(form.shown, problems);
    await within(network.idle(), problems);
    if (problems.length > 0) throw new LoadFailedError(`${site}/login wrote to its console: ${problems.join('; ')}`);
    return { time, cpu: busy - busyBefore, ...transfersUntil(network, time) };
  } finally {
    await page.close();
  }
}

/** The probe as the browser can run it: without types. */
async function probeScript(): Promise<string> {
  return (await transformWithOxc(await readFile(PROBE, 'utf8'), PROBE.pathname)).code;
}

async function watchForForm(session: CDPSession) {
  await session.send('Runtime.enable');
  await session.send('Performance.enable');
  await session.send('Runtime.addBinding', { name: 'reportLoginForm' });
  const shown = new Promise<{ time: number; busy: number }>((resolve, reject) => {
    session.on('Runtime.bindingCalled', ({ payload }) => {
      busyTime(session).then((busy) => resolve({ time: v.parse(timeSchema, payload), busy }), reject);
    });
  });
  return { shown };
}

const timeSchema = v.pipe(v.string(), v.transform(Number), v.number());

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Milliseconds that the main thread has been busy. */
async function busyTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** The requests from the document's on; the navigation starts with it, so its clock is the page's. */
function transfersUntil({ requests }: NetworkRecord, time: number) {
  const [document] = requests;
  if (!document) throw new LoadFailedError('The browser reported no requests.');
  const moment = document.began + time / 1000;
  const asked = requests.filter(({ began }) => began <= moment);
  return {
    requests: asked.length,
    bytes: sum(asked.map(({ bytes }) => bytes)),
    requestsUntilIdle: requests.length,
    bytesUntilIdle: sum(requests.map(({ bytes }) => bytes)),
    files: asked.map(({ url }) => new URL(url).pathname),
    transfers: requests.map(({ url, bytes }) => ({ path: new URL(url).pathname, bytes })),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function within<Value>(promise: Promise<Value>, problems: readonly string[]): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadFailedError(`The log-in form did not come. ${problems.join('; ')}`)), LIMIT);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
