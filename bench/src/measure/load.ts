import { readFile } from 'node:fs/promises';
import type { BrowserContext, CDPSession } from 'playwright-core';
import * as v from 'valibot';
import { transformWithOxc } from 'vite';

/** The measurements of one load. Times are milliseconds from the start of the navigation. */
export interface Load {
  /** When the log-in form became usable. */
  readonly time: number;
  /** When it became visible: earlier than {@link time} if the document contains it. */
  readonly visible: number;
  /** How long the main thread was busy until then, on the slowed processor. */
  readonly cpu: number;
  /** Requests until then, and their bytes with headers, including those still in flight. */
  readonly requests: number;
  readonly bytes: number;
  /** The same until the network was idle. */
  readonly requestsUntilIdle: number;
  readonly bytesUntilIdle: number;
  /** Paths that were requested before the form became usable, in order. */
  readonly files: readonly string[];
  /** All transfers until the network was idle, in order. */
  readonly transfers: readonly Transfer[];
}

/** One request that reached the network. */
interface Transfer {
  readonly path: string;
  /** Bytes of headers and body as transferred. */
  readonly bytes: number;
}

/** The page did not show what it is measured for, or wrote errors to its console. */
export class LoadFailedError extends Error {
  override readonly name = 'LoadFailedError';
}

/** A slow phone on a slow network: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms latency, a processor four times slower. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;

/** Milliseconds after which a load counts as failed. */
const TIME_LIMIT_MS = 60_000;

/** Milliseconds without a request in flight after which the network counts as idle. */
const IDLE_MS = 1_000;

const PROBE = new URL('./form-probe.ts', import.meta.url);

/**
 * Loads `/login` in a new page, with the cache of the context, and measures the load until the network is idle.
 * @throws {LoadFailedError} if the form does not appear, or the page writes errors to its console
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
    const { time, visible, busy } = await within(form.shown, problems);
    await within(network.idle(), problems);
    if (problems.length > 0) throw new LoadFailedError(`${site}/login wrote to its console: ${problems.join('; ')}`);
    return { time, visible, cpu: busy - busyBefore, ...transfersUntil(network, time) };
  } finally {
    await page.close();
  }
}

/** The probe without types, as the browser runs it. */
async function probeScript(): Promise<string> {
  return (await transformWithOxc(await readFile(PROBE, 'utf8'), PROBE.pathname)).code;
}

async function watchForForm(session: CDPSession) {
  await session.send('Runtime.enable');
  await session.send('Performance.enable');
  await session.send('Runtime.addBinding', { name: 'reportLoginForm' });
  const shown = new Promise<{ time: number; visible: number; busy: number }>((resolve, reject) => {
    session.on('Runtime.bindingCalled', ({ payload }) => {
      busyTime(session).then((busy) => resolve({ ...v.parse(timesSchema, payload), busy }), reject);
    });
  });
  return { shown };
}

const timesSchema = v.pipe(v.string(), v.parseJson(), v.object({ time: v.number(), visible: v.number() }));

/** Gives a tab the processor and the network of a slow phone. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Milliseconds for which the main thread was busy. */
async function busyTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Splits the requests at a time. The navigation starts with the request of the document, so both use the same clock. */
function transfersUntil({ requests }: NetworkRecord, time: number) {
  const [document] = requests;
  if (!document) throw new LoadFailedError('The browser reported no requests.');
  const moment = document.began + time / 1000;
  const earlier = requests.filter(({ began }) => began <= moment);
  return {
    requests: earlier.length,
    bytes: sum(earlier.map(({ bytes }) => bytes)),
    requestsUntilIdle: requests.length,
    bytesUntilIdle: sum(requests.map(({ bytes }) => bytes)),
    files: earlier.map(({ url }) => new URL(url).pathname),
    transfers: requests.map(({ url, bytes }) => ({ path: new URL(url).pathname, bytes })),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function within<Value>(promise: Promise<Value>, problems: readonly string[]): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadFailedError(`The log-in form did not appear. ${problems.join('; ')}`)), TIME_LIMIT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** One request of a load. Times are seconds of the browser's clock. */
interface RecordedRequest {
  readonly url: string;
  readonly began: number;
  /** When its last byte arrived; null while it is in flight. */
  readonly ended: number | null;
  /** Bytes of headers and body as transferred. */
  readonly bytes: number;
}

/** Records every request that reaches the network. A request that a cache or a preload satisfies does not reach it. */
class NetworkRecord {
  readonly #requests = new Map<string, { url: string; began: number; ended: number | null; bytes: number }>();
  #changed = (): void => undefined;

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
      if (!request.url.startsWith('http')) return;
      this.#requests.set(requestId, { url: request.url, began: timestamp, ended: null, bytes: 0 });
      this.#changed();
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => {
      this.#requests.delete(requestId);
      this.#changed();
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const request = this.#requests.get(requestId);
      // A response that the cache had to revalidate does not count as one from the cache.
      if (response.fromDiskCache) this.#requests.delete(requestId);
      else if (request) request.bytes = response.encodedDataLength;
      this.#changed();
    });
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const request = this.#requests.get(requestId);
      if (request) request.bytes += encodedDataLength;
    });
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      this.#end(requestId, timestamp, encodedDataLength);
    });
    session.on('Network.loadingFailed', ({ requestId, timestamp }) => {
      this.#end(requestId, timestamp, this.#requests.get(requestId)?.bytes ?? 0);
    });
  }

  get requests(): readonly RecordedRequest[] {
    return [...this.#requests.values()];
  }

  /** Resolves when no request has been in flight for a while. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      this.#changed = () => {
        clearTimeout(timer);
        if (this.requests.every(({ ended }) => ended !== null)) timer = setTimeout(resolve, IDLE_MS);
      };
      this.#changed();
    });
  }

  #end(requestId: string, timestamp: number, bytes: number): void {
    const request = this.#requests.get(requestId);
    if (request) Object.assign(request, { ended: timestamp, bytes });
    this.#changed();
  }
}
