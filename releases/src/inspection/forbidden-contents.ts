import type { RemoteKind } from '../model/remote-kind.ts';
import { sourcePlace } from './source-place.ts';

/** A text that reveals forbidden content, and the message about it. */
interface Trace {
  readonly pattern: RegExp;
  readonly message: string;
  /** The kinds of remotes that may not contain it. */
  readonly kinds: readonly RemoteKind[];
}

const REMOTES: readonly RemoteKind[] = ['auth-remote', 'page-module'];

/** The shell may contain some of these. */
const SCRIPT_TRACES: readonly Trace[] = [
  {
    // Minifiers leave out `new`. webpack's runtime tries `Function("return this")` to get the global object, and works without it.
    pattern: /(?<![\w$.])(?:Function\((?!["']return this["']\))|eval\()/,
    message: 'creates code from strings (eval or new Function), which the site’s Content-Security-Policy refuses',
    kinds: REMOTES,
  },
  {
    pattern: /\.createPolicy\(/,
    message: 'creates a Trusted Types policy, which only the shell may do; rely on the shell’s policy',
    kinds: REMOTES,
  },
  {
    pattern: /\b(?:__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE|__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED)\s{0,9}=(?!=)/,
    message: 'bundles its own copy of React; build with the webpack preset, which takes the shell’s',
    kinds: REMOTES,
  },
  {
    pattern: /\b__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s{0,9}=(?!=)/,
    message: 'bundles its own copy of react-dom; build with the webpack preset, which takes the shell’s',
    kinds: REMOTES,
  },
  {
    pattern: /["'`]__reactContainer\$/,
    message: 'bundles the renderer react-dom/client; remove createRoot, because the site renders your components',
    kinds: REMOTES,
  },
  {
    pattern: /may be used only in the context of a <Router> component/,
    message: 'bundles its own router; import react-router-dom and build with the webpack preset',
    kinds: REMOTES,
  },
  {
    pattern: /["'`](?:gotrue-js|supabase-js)[-/]/,
    message: 'bundles its own Supabase client; take the shared one with useSupabase() from auth/auth',
    kinds: ['shell', 'page-module'],
  },
];

/** A secret key of Supabase (https://supabase.com/docs/guides/api/api-keys). Older keys are JSON Web Tokens: see below. */
const SECRET_KEY = /\bsb_secret_[\w-]{8}/;

/**
 * The payload of a JSON Web Token (RFC 7519 §3.1) with the start of its signature. The match starts at the dot and has a
 * bound far above any key's length, so that a scan takes time in proportion to the file's size. Unbounded repetitions
 * would also overflow the engine's stack on long lines.
 */
const TOKEN_PAYLOAD = /\.(eyJ[\w-]{8,8000})(?=\.[\w-]{16})/g;

/**
 * Finds content that no release may have: keys that give access to the whole database, code that the site's policy
 * blocks, and second copies of shared packages.
 *
 * @returns sentence parts for the gate, each with the file, if possible of the sources; they never quote content
 */
export function forbiddenContents(kind: RemoteKind, files: ReadonlyMap<string, Buffer>): string[] {
  const found: string[] = [];
  for (const [path, content] of files) {
    // latin1 keeps every byte; the patterns are ASCII.
    const text = content.toString('latin1');
    const key = SECRET_KEY.exec(text)?.index ?? indexOfServiceRole(text);
    if (key !== null) {
      found.push(`${placeOf(files, path, text, key)} contains a secret key of Supabase: revoke it, because this file exposes it, and remove it from the sources`);
    }
    if (!/\.m?js$/.test(path)) continue;
    for (const { pattern, message, kinds } of SCRIPT_TRACES) {
      const match = kinds.includes(kind) ? pattern.exec(text) : null;
      if (match) found.push(`${placeOf(files, path, text, match.index)} ${message}`);
    }
  }
  return found;
}

/** Where a text contains a JSON Web Token of the role that bypasses row-level security; null if it does not. */
function indexOfServiceRole(text: string): number | null {
  for (const { index, 1: payload = '' } of text.matchAll(TOKEN_PAYLOAD)) {
    if (/"role"\s*:\s*"service_role"/.test(Buffer.from(payload, 'base64url').toString('utf8'))) return index;
  }
  return null;
}

/** `file:line` in the sources, if the release has a source map; otherwise the file of the release. */
function placeOf(files: ReadonlyMap<string, Buffer>, path: string, latin1: string, index: number): string {
  const map = files.get(`${path}.map`)?.toString('utf8');
  if (map === undefined) return path;
  // Maps count UTF-16 code units.
  const before = Buffer.from(latin1.slice(0, index), 'latin1').toString('utf8').split('\n');
  const place = sourcePlace(map, before.length, (before.at(-1) ?? '').length + 1);
  return place === null ? path : `${place.file}:${place.line}`;
}
