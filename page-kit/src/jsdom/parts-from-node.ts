import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';

/** A channel that nobody closes must not keep the process from ending. */
class QuietBroadcastChannel extends NodeBroadcastChannel {
  constructor(name: string) {
    super(name);
    this.unref();
  }
}

/** Parts of the web platform that jsdom lacks, or has of another make than Node's `fetch` takes: they are Node's. */
export const partsFromNode = {
  AbortController,
  AbortSignal,
  BroadcastChannel: QuietBroadcastChannel,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  structuredClone,
};
