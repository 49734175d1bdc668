/** Responds to a request instead of the network; null if nothing handles it. */
export type NetworkHandler = (request: Request) => Promise<Response | null>;

/** The network of a test's browser. The test environment provides it, because MSW runs outside of jsdom. */
export interface Network {
  /** Sends every request to the handler from now on; with null, to the real network. */
  readonly connect: (handler: NetworkHandler | null) => Promise<void>;
}

/** Its name on the global object: environment and kit are loaded separately, and share nothing else. */
export const NETWORK_NAME = '__atriumTestNetwork';
