import type { CDPSession } from 'playwright-core';

/** One request of a load. Times are the browser's, in seconds. */
export interface RecordedRequest {
  readonly url: string;
  readonly began: number;
  /** When its last byte was there; null while it is under way. */
  readonly ended: number | null;
  /** Bytes of headers and body as they were transferred. */
  readonly bytes: number;
}

/** How long nothing may be under way until the network counts as idle, in milliseconds. */
const IDLE = 1_000;

/** Writes down every request that reaches the network; what a cache or a preload answers does not. */
export class NetworkRecord {
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
      // One that the cache had to ask the server about is not from the cache.
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

  /** Resolves when nothing has been under way for a while. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      this.#changed = () => {
        clearTimeout(timer);
        if (this.requests.every(({ ended }) => ended !== null)) timer = setTimeout(resolve, IDLE);
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
