import { runInNewContext } from 'node:vm';
import { forbiddenContents } from '../../src/inspection/forbidden-contents.ts';
import type { RemoteKind } from '../../src/model/remote-kind.ts';

function found(content: string, kind: RemoteKind = 'page-module', path = 'module.js'): string[] {
  return forbiddenContents(kind, new Map([[path, Buffer.from(content)]]));
}

function jwt(role: string): string {
  const part = (data: object) => Buffer.from(JSON.stringify(data)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'supabase', role, iat: 1 })}.${'s'.repeat(43)}`;
}

test.each<[string, string, string]>([
  ['a secret key', 'createClient(u,"sb_secret_abcdefghijklmnop")', 'key'],
  ['a service key of the old kind', `createClient(u,"${jwt('service_role')}")`, 'key'],
  ['such a key after what looks like another’s parts', `x="eyJhbGciOiJIUzI1NiJ9.${jwt('service_role')}"`, 'key'],
  ['eval', 'const x=eval("1")', 'eval'],
  ['new Function', 'const x=new Function("a","return a")', 'Function'],
  ['Function without new, as minimizers write it', 'const x=Function("a","return a")', 'Function'],
  ['a Trusted Types policy', 'trustedTypes.createPolicy("mine",{})', 'rely on the shell’s policy'],
  ['a React', 'e.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE={H:null}', 'build with the webpack preset, which takes the shell’s'],
  ['a react-dom', 'e.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=d', 'build with the webpack preset, which takes the shell’s'],
  ['the renderer of react-dom', 'var k="__reactContainer$"+Math.random().toString(36).slice(2)', 'remove createRoot'],
  ['a router', 'i(!1,"useLocation() may be used only in the context of a <Router> component.")', 'import react-router-dom and build with the webpack preset'],
  ['a Supabase client', 'const h={"X-Client-Info":`gotrue-js/${v}`}', 'take the shared one with useSupabase() from auth/auth'],
])('finds %s in a page module’s script, says what to do, and does not quote it', (_what, content, advice) => {
  const findings = found(content);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatch(/^module\.js /);
  expect(findings[0]).toContain(advice);
  expect(findings[0]).not.toContain('abcdefghijklmnop');
});

test.each<[string, string]>([
  ['a publishable key', '"sb_publishable_abcdefghijklmnop"'],
  ['an anonymous key of the old kind', `"${jwt('anon')}"`],
  ['how webpack asks for the global object', 'try{return this||new Function("return this")()}catch(e){}'],
  ['how webpack asks for it, minimized', 'try{return this||Function("return this")()}catch{}'],
  ['other functions whose names end like it', 'isFunction(a)&&lodash.Function(b)'],
  ['methods of that name', 'page.eval(1);retrieval(2);$eval(3)'],
  ['who reads React’s inner parts', 'r.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE.H'],
])('accepts %s', (_what, content) => {
  expect(found(content)).toEqual([]);
});

test('looks for keys in every file, but for code in scripts only', () => {
  expect(found('sb_secret_abcdefghijklmnop', 'shell', 'module.js.map')).toHaveLength(1);
  expect(found('eval("1")', 'page-module', 'module.js.map')).toEqual([]);
});

test('allows the shell and the auth remote their own code', () => {
  expect(found('trustedTypes.createPolicy("default",{})', 'shell')).toEqual([]);
  expect(found('const h={"X-Client-Info":`gotrue-js/${v}`}', 'auth-remote')).toEqual([]);
  expect(found('const h={"X-Client-Info":`gotrue-js/${v}`}', 'shell')).toHaveLength(1);
  expect(found('eval("1")', 'auth-remote')).toHaveLength(1);
});

test.each<[string, string, number]>([
  ['what starts like a key', 'eyJ-'.repeat(500_000), 0],
  ['what looks like the parts of a key', '.eyJaaaaaaaa'.repeat(200_000), 0],
  // From 16 million characters, an unbounded repetition overflows the engine's stack.
  ['a part of a key that does not end', `.eyJ${'a'.repeat(17_000_000)}`, 0],
  ['a secret key that does not end', `sb_secret_${'a'.repeat(17_000_000)}`, 1],
  ['space after a name of React’s', `__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE${' '.repeat(2_000_000)}`, 0],
])('scans a large file of %s in linear time', (_what, content, findings) => {
  // A scan that is not linear would take many minutes. Jest cannot stop synchronous code, but `runInNewContext` can.
  const scan = () => runInNewContext('found(content)', { found, content }, { timeout: 60_000 }) as string[];
  expect(scan()).toHaveLength(findings);
});

test('names the place in the sources, if the release has a source map', () => {
  const named = (source: string, mappings = 'AAAA;AACA') =>
    forbiddenContents('page-module', new Map([
      ['list.a1b2.js', Buffer.from('const größe = 1;\neval("1");')],
      ['list.a1b2.js.map', Buffer.from(JSON.stringify({ version: 3, names: [], mappings, sources: [source], sourcesContent: [null] }))],
    ]))[0];
  expect(named('webpack://atrium-orders-abc/./src/list/list-page.tsx?1a2b')).toMatch(/^src\/list\/list-page\.tsx:2 creates code from strings/);
  expect(named('webpack://atrium-orders-abc/./node_modules/templates/index.js')).toMatch(/^node_modules\/templates\/index\.js:2 creates/);
  expect(named('src/\u001b[2J.tsx')).toMatch(/^list\.a1b2\.js creates/);
  expect(named('src/list.tsx', '')).toMatch(/^list\.a1b2\.js creates/);
});
