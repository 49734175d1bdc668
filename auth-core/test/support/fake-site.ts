/** A request that the fake site received. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: unknown;
  readonly authorization: string | null;
  readonly signal: AbortSignal | null;
}

interface Account {
  readonly id: string;
  readonly email: string;
  password: string;
  metadata: object;
  factors: readonly object[];
  permissions: unknown;
}

/** How and when the user of a session logged in (the `amr` claim). */
type Amr = readonly { readonly method: string; readonly timestamp: number }[];

type Responder = (request: ReceivedRequest) => Response | Promise<Response>;

/** Creates a response with JSON. */
export function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** The error shape of the auth service before API version 2024-01-01, which it still speaks. */
export function authError(status: number, code: string, message: string): Response {
  return json(status, { code: status, error_code: code, msg: message });
}

/** A server that takes the request and never responds. */
export function hang(): Promise<Response> {
  return new Promise(() => undefined);
}

function tokenFor(account: Account, claims: object): string {
  const part = (data: object) => Buffer.from(JSON.stringify(data)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part({ sub: account.id, app_metadata: { provider: 'email', permissions: account.permissions }, ...claims })}.c2lnbmF0dXJl`;
}

/** The site's own server and an auth service in one, behind `fetch`. */
export class FakeSite {
  readonly supabaseUrl: string;
  readonly storageKey: string;
  readonly requests: ReceivedRequest[] = [];
  /** If false, every request fails as in an offline browser. */
  online = true;
  confirmsAddresses = false;
  /** How far the service's clock is ahead of this browser's, in seconds. */
  clockAhead = 0;
  /** Lifetime of access tokens, in seconds. */
  expiresIn = 3600;
  /** How many seconds ago the users of new sessions logged in. */
  loggedInAgo = 0;
  /** The methods with which the users of new sessions logged in; null for tokens without `amr`. */
  methods: readonly string[] | null = ['password'];
  readonly #accounts = new Map<string, Account>();
  readonly #refreshTokens = new Map<string, { readonly account: Account; readonly sessionId: string; readonly amr: Amr | undefined }>();
  readonly #responders = new Map<string, Responder>();
  #serial = 0;

  constructor() {
    // Tabs reach each other through the project's name, but must not reach those of another test.
    const name = `project${crypto.randomUUID()}`;
    this.supabaseUrl = `https://${name}.supabase.test`;
    this.storageKey = `sb-${name}-auth-token`;
    this.respondTo('GET /api/supabase-credentials', () =>
      json(200, { supabaseUrl: this.supabaseUrl, supabaseKey: 'sb_publishable_test' }),
    );
    this.respondTo('POST /auth/v1/signup', ({ body }) => this.#signUp(body));
    this.respondTo('POST /auth/v1/token?grant_type=password', ({ body }) => this.#logIn(body));
    this.respondTo('POST /auth/v1/token?grant_type=refresh_token', ({ body }) => this.#refresh(body));
    this.respondTo('POST /auth/v1/logout', () => new Response(null, { status: 204 }));
    this.respondTo('POST /functions/v1/account-delete', () => json(200, {}));
    this.respondTo('POST /rest/v1/rpc/account_rename_factor', () => new Response(null, { status: 204 }));
    this.respondTo('POST /rest/v1/rpc/account_sessions', () => json(200, []));
    this.respondTo('POST /rest/v1/rpc/account_activity', () => json(200, []));
    this.respondTo('POST /rest/v1/rpc/account_end_session', () => new Response(null, { status: 204 }));
    this.respondTo('POST /auth/v1/recover', () => json(200, {}));
    this.respondTo('POST /auth/v1/resend', () => json(200, {}));
    this.respondTo('POST /auth/v1/otp', () => json(200, {}));
    this.respondTo('GET /auth/v1/user', () => json(200, userOf(this.#lastAccount())));
    this.respondTo('PUT /auth/v1/user', ({ body }) => this.#update(body));
    this.respondTo('POST /auth/v1/verify', () => json(200, this.newSession('ada@example.com')));
    this.respondTo('POST /auth/v1/token?grant_type=pkce', () => json(200, this.newSession('ada@example.com')));
  }

  /** Sets the response to "METHOD /path?query"; the longest match counts. */
  respondTo(request: string, respond: Responder): void {
    this.#responders.set(request, respond);
  }

  addAccount(email: string, password: string, metadata: object = { name: 'Ada' }): void {
    this.#accounts.set(email, { id: `id-of-${email}`, email, password, metadata, factors: [], permissions: undefined });
  }

  /** Sets the factors of the account at the service. */
  setFactors(email: string, factors: readonly object[]): void {
    this.#account(email).factors = factors;
  }

  /** Sets `app_metadata.permissions` of all later tokens. */
  setPermissions(email: string, permissions: unknown): void {
    this.#account(email).permissions = permissions;
  }

  /** Creates a session as the token endpoint returns it, and the account if it does not exist. */
  newSession(email: string, aal = 'aal1', sessionId: string = crypto.randomUUID(), given?: Amr) {
    if (!this.#accounts.has(email)) this.addAccount(email, 'correct horse');
    const account = this.#account(email);
    this.#serial += 1;
    const refresh_token = `refresh-${String(this.#serial)}`;
    const now = Math.floor(Date.now() / 1000) + this.clockAhead;
    const amr = given ?? this.methods?.map((method) => ({ method, timestamp: now - this.loggedInAgo }));
    this.#refreshTokens.set(refresh_token, { account, sessionId, amr });
    const expires_at = now + this.expiresIn;
    return {
      access_token: tokenFor(account, { serial: this.#serial, exp: expires_at, aal, amr, session_id: sessionId }),
      refresh_token,
      token_type: 'bearer',
      expires_in: this.expiresIn,
      expires_at,
      user: userOf(account),
    };
  }

  #account(email: string): Account {
    const account = this.#accounts.get(email);
    if (account === undefined) throw new Error(`The fake site has no account of ${email}.`);
    return account;
  }

  count(request: string): number {
    return this.requests.filter(({ method, path }) => `${method} ${path}`.startsWith(request)).length;
  }

  lastBody(request: string): unknown {
    return this.requests.findLast(({ method, path }) => `${method} ${path}`.startsWith(request))?.body;
  }

  /** Replaces `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    const request = {
      method: init?.method ?? 'GET',
      path: url.pathname + url.search,
      body,
      authorization: new Headers(init?.headers).get('authorization'),
      signal: init?.signal ?? null,
    };
    this.requests.push(request);
    const { signal } = request;
    const aborted = new Promise<void>((resolve) => {
      signal?.addEventListener('abort', () => {
        resolve();
      });
    });
    if (!this.online) throw new TypeError('Failed to fetch');
    const line = `${request.method} ${request.path}`;
    const respond = [...this.#responders].filter(([key]) => line.startsWith(key)).sort(([a], [b]) => b.length - a.length)[0]?.[1];
    if (respond === undefined) return json(404, { code: 404, msg: `nothing responds to ${line}` });
    const failure = aborted.then((): never => {
      signal?.throwIfAborted();
      throw new Error('unreachable: the signal was aborted');
    });
    return Promise.race([failure, respond(request)]);
  };

  #signUp(body: unknown): Response {
    const { email, password, data } = fieldsOf(body);
    if (this.#accounts.has(email)) return authError(422, 'user_already_exists', 'User already registered');
    if (password.length < 6) {
      return json(422, {
        code: 422,
        error_code: 'weak_password',
        msg: 'Password should be at least 6 characters.',
        weak_password: { reasons: ['length'] },
      });
    }
    this.addAccount(email, password, data);
    const session = this.newSession(email);
    return json(200, this.confirmsAddresses ? session.user : session);
  }

  #logIn(body: unknown): Response {
    const { email, password } = fieldsOf(body);
    return this.#accounts.get(email)?.password === password
      ? json(200, this.newSession(email))
      : authError(400, 'invalid_credentials', 'Invalid login credentials');
  }

  #refresh(body: unknown): Response {
    const known = this.#refreshTokens.get(fieldsOf(body).refresh_token);
    return known === undefined
      ? authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
      : json(200, this.newSession(known.account.email, 'aal1', known.sessionId, known.amr));
  }

  #lastAccount(): Account {
    const account = [...this.#accounts.values()].at(-1);
    if (account === undefined) throw new Error('The fake site has no account yet.');
    return account;
  }

  #update(body: unknown): Response {
    const account = this.#lastAccount();
    const { password, data } = fieldsOf(body);
    if (password !== '') account.password = password;
    account.metadata = { ...account.metadata, ...data };
    return json(200, userOf(account));
  }
}

function userOf(account: Account) {
  return {
    id: account.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email,
    app_metadata: { provider: 'email' },
    user_metadata: account.metadata,
    created_at: '2026-01-01T00:00:00Z',
    ...(account.factors.length > 0 && { factors: account.factors }),
  };
}

function fieldsOf(body: unknown) {
  const fields = new Map<string, unknown>(Object.entries(typeof body === 'object' && body !== null ? body : {}));
  const text = (key: string) => {
    const value = fields.get(key);
    return typeof value === 'string' ? value : '';
  };
  const data = fields.get('data');
  return {
    email: text('email'),
    password: text('password'),
    refresh_token: text('refresh_token'),
    data: typeof data === 'object' && data !== null ? data : {},
  };
}
