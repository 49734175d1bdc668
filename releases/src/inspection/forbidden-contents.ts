import type { RemoteKind } from '../model/identity.ts';

/** A piece of text that gives a forbidden content away, and what to say about it. */
interface Trace {
  readonly pattern: RegExp;
  readonly message: string;
  /** The kinds of releases that it is forbidden in. */
  readonly kinds: readonly RemoteKind[];
}

const remotes: readonly RemoteKind[] = ['auth-remote', 'page-module'];

/** The shell is left out where it has the thing by right, or by the federation runtime, which the CSP keeps from using it. */
const scriptTraces: readonly Trace[] = [
  {
    // webpack's runtime asks `new Function("return this")` for the global object, and does without when that is refused.
    pattern: /\bnew Function\((?!["']return this["']\))|(?<![\w$.])eval\(/,
    message: 'makes code from text (eval or new Function), which the site’s Content-Security-Policy refuses',
    kinds: remotes,
  },
  {
    pattern: /\.createPolicy\(/,
    message: 'creates a Trusted Types policy, which only the shell may; leave it to the shell’s',
    kinds: remotes,
  },
  {
    pattern: /\b(?:__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE|__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED)\s{0,9}=(?!=)/,
    message: 'brings a React of its own; build with the webpack preset, which takes the shell’s',
    kinds: remotes,
  },
  {
    pattern: /\b__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s{0,9}=(?!=)/,
    message: 'brings a react-dom of its own; build with the webpack preset, which takes the shell’s',
    kinds: remotes,
  },
  {
    pattern: /may be used only in the context of a <Router> component/,
    message: 'brings a router of its own; import react-router-dom and build with the webpack preset',
    kinds: remotes,
  },
  {
    pattern: /["'`](?:gotrue-js|supabase-js)[-/]/,
    message: 'brings a Supabase client of its own; take the shared one with useSupabase() from auth/auth',
    kinds: ['shell', 'page-module'],
  },
];

/** Secret keys of Supabase (https://supabase.com/docs/guides/api/api-keys); the old kind is a token, see below. */
const secretKey = /\bsb_secret_[\w-]{8}/;

/**
 * The payload of a JSON Web Token (RFC 7519 §3.1) with the start of its signature. It is looked for from its dot on and
 * to a bound far above any key's, so that a scan of any file takes time in proportion to its size; each repetition
 * without a bound would also overflow the engine's stack in a long line.
 */
const tokenPayload = /\.(eyJ[\w-]{8,8000})(?=\.[\w-]{16})/g;

/**
 * What no release may hold (design §7), by the traces that it leaves in the files: keys that open the whole database,
 * code that the site's policy refuses, and second copies of what tabs share.
 *
 * @returns sentence parts for the gate, each with the file; none of the content is quoted
 */
export function forbiddenContents(kind: RemoteKind, files: ReadonlyMap<string, Buffer>): string[] {
  const found: string[] = [];
  for (const [path, content] of files) {
    // latin1 takes bytes as they are; every trace is ASCII.
    const text = content.toString('latin1');
    if (secretKey.test(text) || holdsServiceRole(text)) {
      found.push(`${path} holds a secret key of Supabase: revoke it, for it was copied here, and take it out of the sources`);
    }
    if (!/\.m?js$/.test(path)) continue;
    for (const { pattern, message, kinds } of scriptTraces) {
      if (kinds.includes(kind) && pattern.test(text)) found.push(`${path} ${message}`);
    }
  }
  return found;
}

/** Whether a text holds a JSON Web Token of the role that goes around row-level security. */
function holdsServiceRole(text: string): boolean {
  for (const [, payload = ''] of text.matchAll(tokenPayload)) {
    if (/"role"\s*:\s*"service_role"/.test(Buffer.from(payload, 'base64url').toString('utf8'))) return true;
  }
  return false;
}
