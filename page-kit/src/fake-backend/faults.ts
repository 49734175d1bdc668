import type { AuthActionName } from '../contract/auth.ts';
import { AuthRefusal } from './auth/auth-refusal.ts';
import type { SeenRequest, Service } from './seen-request.ts';

/** Which request a fault is for: the next that fits all that is given. */
export interface FaultTarget {
  readonly service?: Service;
  readonly method?: string;
  /** Part of the path below the service, such as the name of a table. */
  readonly path?: string;
  /** An action of the sign-in, in the place of method and path. */
  readonly action?: AuthActionName | 'refresh';
}

/** What goes wrong with a request. */
export type Fault = FaultTarget &
  (
    | {
        /** HTTP status of the refusal. */
        readonly status: number;
        /** Error code, as the service has them: `over_request_rate_limit`, `23505`. */
        readonly code?: string;
        readonly message?: string;
        /** Whether what was asked for happens all the same. */
        readonly acts?: boolean;
      }
    | {
        /** `offline`: no connection; `lost`: done, but the answer is lost; `rubbish`: a page of a proxy that is no JSON. */
        readonly answer: 'offline' | 'lost' | 'rubbish';
      }
    | {
        /** Answers in the service's place. */
        readonly respond: () => Response;
      }
  );

/** A request that waits. */
export interface HeldRequest {
  /** Resolves when the request has arrived. */
  readonly arrived: Promise<void>;
  /** Lets it go on. */
  release(): void;
}

/** What is between a request and its answer. Resolves to what is answered instead, or null for what the service says. */
type Obstacle = (act: () => Promise<Response>, service: Service) => Promise<Response>;

/** Method and path of the requests behind the actions of the sign-in. */
const requestOfAction: Readonly<Partial<Record<AuthActionName | 'refresh', readonly [method: string, address: RegExp]>>> = {
  login: ['POST', /^\/token\?grant_type=password/],
  refresh: ['POST', /^\/token\?grant_type=refresh_token/],
  logout: ['POST', /^\/logout/],
  register: ['POST', /^\/signup/],
  resetPassword: ['POST', /^\/recover/],
  redeemLink: ['POST', /^\/(verify|token\?grant_type=pkce)/],
  resendConfirmation: ['POST', /^\/resend/],
  updatePassword: ['PUT', /^\/user/],
  updateEmail: ['PUT', /^\/user/],
  updateProfile: ['PUT', /^\/user/],
  readFactors: ['GET', /^\/user/],
  enroll: ['POST', /^\/factors\?|^\/factors$/],
  challenge: ['POST', /^\/factors\/[^/]+\/challenge/],
  verify: ['POST', /^\/factors\/[^/]+\/verify/],
  unenroll: ['DELETE', /^\/factors\//],
};

/** What goes wrong at the fake backend, stated before it does. */
export class Faults {
  #waiting: { readonly target: FaultTarget; readonly obstacle: Obstacle }[] = [];
  #offlineUntil = 0;
  #wasOffline = false;
  readonly #connectionListeners = new Set<(isOnline: boolean) => void>();

  /** The next request that fits goes wrong; of several faults that fit, the one that was stated first. */
  next(fault: Fault): void {
    this.#state(fault, obstacleOf(fault));
  }

  /** The service does not take the next refresh token: the session ends. */
  nextRefreshFails(): void {
    const message = 'Invalid Refresh Token: Refresh Token Not Found';
    this.next({ service: 'auth', action: 'refresh', status: 400, code: 'refresh_token_not_found', message });
  }

  /** Holds the next request that fits until it is released. */
  hold(target: FaultTarget): HeldRequest {
    const gate = openable();
    const arrival = openable();
    this.#state(target, async (act) => {
      arrival.open();
      await gate.opened;
      return act();
    });
    return { arrived: arrival.opened, release: gate.open };
  }

  /** The next request that fits is never answered. */
  hang(target: FaultTarget): void {
    this.hold(target);
  }

  /** No request arrives for so many seconds. */
  offlineFor(seconds: number): void {
    this.#offlineUntil = Date.now() + seconds * 1000;
    this.timePassed();
  }

  /** Calls the listener when the connection goes and comes back. Gives back the function that ends it. */
  onConnectionChange(listener: (isOnline: boolean) => void): () => void {
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  }

  /** Tells whether the connection is back, now that time has passed. */
  timePassed(): void {
    if (this.#wasOffline === this.isOffline) return;
    this.#wasOffline = this.isOffline;
    for (const listener of this.#connectionListeners) listener(!this.isOffline);
  }

  /** Whether requests arrive. */
  get isOffline(): boolean {
    return Date.now() < this.#offlineUntil;
  }

  /** Nothing goes wrong any more. */
  clear(): void {
    this.#waiting = [];
    this.#offlineUntil = 0;
    this.timePassed();
  }

  #state(target: FaultTarget, obstacle: Obstacle): void {
    const { action } = target;
    if (action !== undefined && !requestOfAction[action]) {
      throw new Error(`No request of its own belongs to the action ${action}: name service, method and path of the request.`);
    }
    this.#waiting.push({ target, obstacle });
  }

  /** Answers a request, or lets a fault do so. */
  pass(request: SeenRequest, act: () => Promise<Response>): Promise<Response> {
    if (this.isOffline) return Promise.resolve(Response.error());
    const index = this.#waiting.findIndex(({ target }) => fits(target, request));
    const [found] = index < 0 ? [] : this.#waiting.splice(index, 1);
    return found ? found.obstacle(act, request.service) : act();
  }
}

function fits({ service, method, path, action }: FaultTarget, request: SeenRequest): boolean {
  if (action !== undefined) {
    const [wanted, address] = requestOfAction[action] ?? [];
    const query = request.query.toString();
    return request.service === 'auth' && request.method === wanted && address?.test(request.path + (query && `?${query}`)) === true;
  }
  return (
    (service === undefined || service === request.service) &&
    (method === undefined || method === request.method) &&
    (path === undefined || request.path.includes(path))
  );
}

function obstacleOf(fault: Fault): Obstacle {
  if ('status' in fault) {
    const { status, code = 'unexpected_failure', message = 'A fault of the test', acts = false } = fault;
    return async (act, service) => {
      if (acts) await act();
      if (service === 'auth') return new AuthRefusal(message, { status, code }).toResponse();
      if (service === 'storage') return Response.json({ statusCode: String(status), code, error: code, message }, { status });
      return Response.json({ code, message, details: null, hint: null }, { status });
    };
  }
  if ('respond' in fault) return () => Promise.resolve(fault.respond());
  return async (act) => {
    if (fault.answer === 'lost') await act();
    if (fault.answer !== 'rubbish') return Response.error();
    return new Response('<!doctype html><title>Proxy</title>', { headers: { 'content-type': 'text/html' } });
  };
}

function openable(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
