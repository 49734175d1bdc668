/** What answers a request in the place of the network; null where nothing does. */
export type NetworkHandler = (request: Request) => Promise<Response | null>;

/** The way out of a test's browser, which the test environment gives to the kit: MSW stands there, outside of jsdom. */
export interface Network {
  /** From now on every request is answered by the handler; with null, requests go out as they are. */
  readonly connect: (handler: NetworkHandler | null) => Promise<void>;
}

/** Name under which the environment puts it on the global object: the two are loaded apart, and share nothing else. */
export const NETWORK_NAME = '__atriumTestNetwork';
