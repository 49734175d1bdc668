import type { AuthActionName } from '../contract/auth.ts';
import { AuthRefusal, NAMED_ERRORS_VERSION } from './auth/auth-refusal.ts';
import type { ReceivedRequest, Service } from './received-request.ts';

/** Selects the next request that matches all given properties. */
export interface FaultTarget {
  /** The service that gets the request. */
  readonly service?: Service;
  /** HTTP method, in capitals. */
  readonly method?: string;
  /** Part of the path below the service, such as the name of a table. */
  readonly path?: string;
  /** An action of the sign-in, instead of method and path. */
  readonly action?: AuthActionName | 'refresh';
}

/** How a request fails. */
export type Fault = FaultTarget &
  (
    | {
        /** HTTP status of the response. */
        readonly status: number;
        /** Error code of the service, such as `over_request_rate_limit` or `23505`. */
        readonly code?: string;
        readonly message?: string;
        /** Whether the service performs the request despite the error. */
        readonly performsRequest?: boolean;
      }
    | {
        /** `offline`: no connection; `lost`: performed, but the response is lost; `malformed`: a proxy's page instead of JSON. */
        readonly answer: 'offline' | 'lost' | 'malformed';
      }
    | {
        /** Responds instead of the service. */
        readonly respond: () => Response;
      }
  );

/** A request that is held back. */
export interface HeldRequest {
  /** Resolves when the request has arrived. */
  readonly arrived: Promise<void>;
  /** Lets it continue. */
  release(): void;
}

/** Responds to a request: with a fault, by letting the service act, or by sending it again to the faults that are there by then. */
type Obstacle = (act: () => Promise<Response>, service: Service, again: () => Promise<Response>) => Promise<Response>;

/** Method, path and service (default: `auth`) of the requests of each action of the sign-in. */
const REQUEST_OF_ACTION: Readonly<Partial<Record<AuthActionName | 'refresh', readonly [method: string, address: RegExp, service?: Service]>>> = {
  login: ['POST', /^\/token\?grant_type=password/],
  refresh: ['POST', /^\/token\?grant_type=refresh_token/],
  logout: ['POST', /^\/logout/],
  register: ['POST', /^\/signup/],
  requestLoginCode: ['POST', /^\/otp/],
  loginWithCode: ['POST', /^\/verify/],
  resetPassword: ['POST', /^\/recover/],
  redeemLink: ['POST', /^\/(verify|token\?grant_type=pkce)/],
  resendConfirmation: ['POST', /^\/resend/],
  updatePassword: ['PUT', /^\/user/],
  updateEmail: ['PUT', /^\/user/],
  updateProfile: ['PUT', /^\/user/],
  deleteAccount: ['POST', /^\/account-delete/, 'functions'],
  readFactors: ['GET', /^\/user$/],
  enroll: ['POST', /^\/factors\?|^\/factors$/],
  challenge: ['POST', /^\/factors\/[^/]+\/challenge/],
  verify: ['POST', /^\/factors\/[^/]+\/verify/],
  unenroll: ['DELETE', /^\/factors\//],
  readRecoveryCodes: ['GET', /^\/factors\/recovery-codes/],
  createRecoveryCodes: ['POST', /^\/factors\/recovery-codes(\/regenerate)?(\?|$)/],
  verifyRecoveryCode: ['POST', /^\/factors\/recovery-codes\/verify/],
  removeRecoveryCodes: ['DELETE', /^\/factors\/recovery-codes/],
  loginWithPasskey: ['POST', /^\/passkeys\/authentication\/verify/],
  readPasskeys: ['GET', /^\/passkeys/],
  addPasskey: ['POST', /^\/passkeys\/registration\/verify/],
  renamePasskey: ['PATCH', /^\/passkeys\//],
  readProviders: ['GET', /^\/user$/],
  linkProvider: ['GET', /^\/user\/identities\/authorize/],
  unlinkProvider: ['DELETE', /^\/user\/identities\//],
  removePasskey: ['DELETE', /^\/passkeys\//],
  renameFactor: ['POST', /^\/rpc\/account_rename_factor/, 'rest'],
  readSessions: ['POST', /^\/rpc\/account_sessions/, 'rest'],
  endSession: ['POST', /^\/rpc\/account_end_session/, 'rest'],
  readActivity: ['POST', /^\/rpc\/account_activity/, 'rest'],
};

/** Faults of the fake backend, which tests set up in advance. */
export class Faults {
  #waiting: { readonly target: FaultTarget; readonly obstacle: Obstacle }[] = [];
  #offlineUntil = 0;
  #wasOffline = false;
  readonly #connectionListeners = new Set<(isOnline: boolean) => void>();

  /** Makes the next matching request fail. If several faults match, the oldest applies. */
  next(fault: Fault): void {
    this.#add(fault, obstacleOf(fault));
  }

  /** Makes the service refuse the next refresh token, which ends the session. */
  nextRefreshFails(): void {
    const message = 'Invalid Refresh Token: Refresh Token Not Found';
    this.next({ service: 'auth', action: 'refresh', status: 400, code: 'refresh_token_not_found', message });
  }

  /** Holds the next matching request until it is released. Faults that are declared by then apply to it. */
  hold(target: FaultTarget): HeldRequest {
    const gate = openable();
    const arrival = openable();
    this.#add(target, async (_act, _service, again) => {
      arrival.open();
      await gate.opened;
      return again();
    });
    return { arrived: arrival.opened, release: gate.open };
  }

  /** Never responds to the next matching request. */
  hang(target: FaultTarget): void {
    this.hold(target);
  }

  /** Takes the connection away for this many seconds. */
  offlineFor(seconds: number): void {
    this.#offlineUntil = Date.now() + seconds * 1000;
    this.notifyConnection();
  }

  /** Calls the listener when the connection is lost and restored. Returns the function that unsubscribes it. */
  onConnectionChange(listener: (isOnline: boolean) => void): () => void {
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  }

  /** Notifies the listeners if the connection was lost or restored since the last call. */
  notifyConnection(): void {
    if (this.#wasOffline === this.isOffline) return;
    this.#wasOffline = this.isOffline;
    for (const listener of this.#connectionListeners) listener(!this.isOffline);
  }

  /** Whether the connection is down. */
  get isOffline(): boolean {
    return Date.now() < this.#offlineUntil;
  }

  /** Removes all faults. */
  clear(): void {
    this.#waiting = [];
    this.#offlineUntil = 0;
    this.notifyConnection();
  }

  #add(target: FaultTarget, obstacle: Obstacle): void {
    const { action } = target;
    if (action !== undefined && !REQUEST_OF_ACTION[action]) {
      throw new Error(`No request of its own belongs to the action ${action}: name service, method and path of the request.`);
    }
    this.#waiting.push({ target, obstacle });
  }

  /** Responds to a request with a fault, or lets the service respond. */
  respond(request: ReceivedRequest, act: () => Promise<Response>): Promise<Response> {
    if (this.isOffline) return Promise.resolve(Response.error());
    const index = this.#waiting.findIndex(({ target }) => fits(target, request));
    const [found] = index < 0 ? [] : this.#waiting.splice(index, 1);
    return found ? found.obstacle(act, request.service, () => this.respond(request, act)) : act();
  }
}

function fits({ service, method, path, action }: FaultTarget, request: ReceivedRequest): boolean {
  if (action !== undefined) {
    const [wanted, address, place = 'auth'] = REQUEST_OF_ACTION[action] ?? [];
    const query = request.query.toString();
    return request.service === place && request.method === wanted && address?.test(request.path + (query && `?${query}`)) === true;
  }
  return (
    (service === undefined || service === request.service) &&
    (method === undefined || method === request.method) &&
    (path === undefined || request.path.includes(path))
  );
}

function obstacleOf(fault: Fault): Obstacle {
  if ('status' in fault) {
    const { status, code = 'unexpected_failure', message = 'A fault of the test', performsRequest: acts = false } = fault;
    return async (act, service) => {
      if (acts) await act();
      if (service === 'auth') return new AuthRefusal(message, { status, code }).toResponse(NAMED_ERRORS_VERSION);
      if (service === 'storage') return Response.json({ statusCode: String(status), code, error: code, message }, { status });
      return Response.json({ code, message, details: null, hint: null }, { status });
    };
  }
  if ('respond' in fault) return () => Promise.resolve(fault.respond());
  return async (act) => {
    if (fault.answer === 'lost') await act();
    if (fault.answer !== 'malformed') return Response.error();
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
