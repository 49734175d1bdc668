import { readSettings, SettingsError } from '../../src/config/settings.ts';

const VALID_SETTINGS = { SUPABASE_URL: 'http://localhost:54321', SUPABASE_KEY: 'sb_publishable_abc-DEF_123' };

function token(claims: unknown): string {
  const part = (data: unknown): string => Buffer.from(JSON.stringify(data)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
}

test('has a default for everything but the backend', () => {
  expect(readSettings(VALID_SETTINGS)).toEqual({
    port: 3000,
    host: '127.0.0.1',
    supabaseUrl: 'http://localhost:54321',
    supabaseKey: 'sb_publishable_abc-DEF_123',
    apiBaseUrl: '',
    siteUrl: null,
    allowedHosts: null,
    allowedOrigins: [],
    releasesDirectory: '.atrium/releases',
    releasesProject: null,
    trustProxy: false,
    allowDevelopment: false,
    serveSourceMaps: false,
    telemetry: null,
    selfQuarantine: true,
    alerts: null,
    platformTeam: [],
  });
});

test('reads every setting', () => {
  const anon = token({ role: 'anon', exp: 4_000_000_000 });
  const settings = readSettings({
    PORT: '0',
    HOST: '0.0.0.0',
    SUPABASE_URL: ' https://abc.supabase.co ',
    SUPABASE_KEY: `${anon}\n`,
    API_BASE_URL: 'https://api.example.org/',
    SITE_URL: 'https://app.example.org/',
    ALLOWED_HOSTS: 'Www.Example.org, 192.168.1.20',
    ALLOWED_ORIGINS: 'https://a.example.org, http://localhost:8080',
    RELEASES_DIR: 'elsewhere',
    RELEASES_SUPABASE_URL: 'https://releases.supabase.co',
    RELEASES_SUPABASE_KEY: ' sb_secret_hush ',
    RELEASES_CACHE: 'cache',
    TRUST_PROXY: '10.0.0.0/8, loopback',
    ALLOW_DEVELOPMENT: ' true ',
    TELEMETRY_URL: ' https://collector.example.org/otlp/ ',
    TELEMETRY_SHARE: '2.5',
    SELF_QUARANTINE: 'false',
    ALERT_URL: ' https://hooks.example.org/T1/B2?sig=3 ',
    ALERT_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    PLATFORM_TEAM: ' Ada@Example.org,7D1C1F53-0d3c-4b53-a3a4-3a2f4a1a0001, ada@example.org,',
  });
  expect(settings).toEqual({
    port: 0,
    host: '0.0.0.0',
    supabaseUrl: 'https://abc.supabase.co',
    supabaseKey: anon,
    apiBaseUrl: 'https://api.example.org',
    siteUrl: 'https://app.example.org',
    allowedHosts: ['www.example.org', '192.168.1.20', 'app.example.org'],
    allowedOrigins: ['https://a.example.org', 'http://localhost:8080'],
    releasesDirectory: 'elsewhere',
    releasesProject: { url: 'https://releases.supabase.co', serviceKey: 'sb_secret_hush', cacheDirectory: 'cache' },
    trustProxy: ['10.0.0.0/8', 'loopback'],
    allowDevelopment: true,
    serveSourceMaps: false,
    telemetry: { collector: 'https://collector.example.org/otlp', share: 2.5 },
    selfQuarantine: false,
    alerts: { url: 'https://hooks.example.org/T1/B2?sig=3', key: Buffer.alloc(24, 7) },
    platformTeam: ['ada@example.org', '7d1c1f53-0d3c-4b53-a3a4-3a2f4a1a0001'],
  });
});

test.each<[boolean, Record<string, string>]>([
  [true, { ALLOW_DEVELOPMENT: 'true' }],
  [false, {}],
  [false, { ALLOW_DEVELOPMENT: 'true', HOST: '0.0.0.0' }],
  [false, { ALLOW_DEVELOPMENT: 'true', TRUST_PROXY: '1' }],
])('serves source maps to everyone only on a developer’s own machine: %s with %j', (isServed, env) => {
  expect(readSettings({ ...VALID_SETTINGS, ...env }).serveSourceMaps).toBe(isServed);
});

test.each<[string, string, RegExp]>([
  ['SUPABASE_URL', '', /missing/],
  ['SUPABASE_URL', 'localhost', /not a URL/],
  ['ALLOW_DEVELOPMENT', 'yes', /true nor false/],
  ['SITE_URL', 'nowhere', /not a URL/],
  ['SELF_QUARANTINE', 'off', /true nor false.*leave it out for true/],
  ['ALERT_URL', 'ftp://hooks.example.org', /not an http or https URL/],
  ['PLATFORM_TEAM', 'ada', /neither a user ID nor/],
  ['PLATFORM_TEAM', 'Ada <ada@example.org>', /neither a user ID nor/],
  ['PLATFORM_TEAM', 'ada@example.org grace@example.org', /neither a user ID nor/],
  ['SUPABASE_URL', 'ftp://localhost', /not an http or https URL/],
  ['SUPABASE_URL', 'https://user:word@x.supabase.co', /user name/],
  ['SUPABASE_KEY', '', /missing/],
  ['SUPABASE_KEY', 'sb_secret_abcdefgh', /secret key/],
  ['SUPABASE_KEY', token({ role: 'service_role' }), /secret key/],
  ['SUPABASE_KEY', token({}), /secret key/],
  ['SUPABASE_KEY', token({ role: 'anon', exp: 1 }), /expired/],
  ['SUPABASE_KEY', 'hello', /not a key/],
  ['SUPABASE_KEY', 'sb_publishable_<script>', /not a key/],
  ['SUPABASE_KEY', 'a.b.c', /not a key/],
  ['API_BASE_URL', 'api.example.org', /not a URL/],
  ['API_BASE_URL', 'javascript:alert(1)', /not an http or https URL/],
  ['ALLOWED_HOSTS', 'https://a.example.org', /not a host name/],
  ['ALLOWED_HOSTS', 'a.example.org:3000', /not a host name/],
  ['ALLOWED_HOSTS', '*', /not a host name/],
  ['ALLOWED_ORIGINS', '*', /not an exact origin/],
  ['ALLOWED_ORIGINS', 'https://a.example.org/', /not an exact origin/],
  ['ALLOWED_ORIGINS', 'https://a.example.org,null', /not an exact origin/],
  ['PORT', 'http', /not a port/],
  ['PORT', '70000', /not a port/],
  ['RELEASES_SUPABASE_URL', 'releases', /not a URL/],
  ['TELEMETRY_URL', 'otel.example.org', /not a URL/],
  ['TELEMETRY_URL', '//otel.example.org', /not a URL/],
  ['TELEMETRY_URL', '/\\otel.example.org', /not a URL/],
  ['TELEMETRY_URL', '/', /not a URL/],
  ['TELEMETRY_URL', 'https://otel.example.org/?key=hush', /a query/],
  ['TELEMETRY_SHARE', '101', /not a percentage/],
  ['TELEMETRY_SHARE', 'half', /not a percentage/],
  // With `true`, a client could choose its own address.
  ['TRUST_PROXY', 'true', /is not valid/],
  ['TRUST_PROXY', '0', /is not valid/],
  ['TRUST_PROXY', '11', /is not valid/],
  ['TRUST_PROXY', '10.0.0.0/64', /is not valid/],
  ['TRUST_PROXY', '0.0.0.0/0', /is not valid/],
])('refuses %s=%s with one line that names the variable and not its value', (variable, value, words) => {
  const reading = (): unknown => readSettings({ ...VALID_SETTINGS, [variable]: value });
  expect(reading).toThrow(SettingsError);
  expect(reading).toThrow(words);
  expect(reading).toThrow(new RegExp(`^${variable} [^\\n]+\\.$`));
  if (value.length > 3) expect(reading).not.toThrow(value);
});

test('turns telemetry off without a collector or a share, and accepts a path of the site as the collector', () => {
  expect(readSettings({ ...VALID_SETTINGS, TELEMETRY_URL: '/otlp/', TELEMETRY_SHARE: '0' }).telemetry).toBeNull();
  expect(readSettings({ ...VALID_SETTINGS, TELEMETRY_SHARE: '10' }).telemetry).toBeNull();
  expect(readSettings({ ...VALID_SETTINGS, TELEMETRY_URL: '/otlp/' }).telemetry).toEqual({ collector: '/otlp', share: 100 });
});

test.each([
  ['', /is missing/],
  ['sb_publishable_abcdefgh', /is not the key of a server/],
  [token({ role: 'anon' }), /is not the key of a server/],
  ['hello', /is not the key of a server/],
])('refuses the key %j for the releases project', (key, words) => {
  const reading = (): unknown => readSettings({ ...VALID_SETTINGS, RELEASES_SUPABASE_URL: 'https://releases.supabase.co', RELEASES_SUPABASE_KEY: key });
  expect(reading).toThrow(SettingsError);
  expect(reading).toThrow(words);
  expect(reading).toThrow(/^RELEASES_SUPABASE_KEY /);
  if (key !== '') expect(reading).not.toThrow(key);
});

test('refuses a releases key without a URL, and accepts a service_role key', () => {
  expect(() => readSettings({ ...VALID_SETTINGS, RELEASES_SUPABASE_KEY: 'sb_secret_hush' })).toThrow(/^RELEASES_SUPABASE_URL is missing/);
  const serviceKey = token({ role: 'service_role' });
  const env = { ...VALID_SETTINGS, RELEASES_SUPABASE_URL: 'https://releases.supabase.co', RELEASES_SUPABASE_KEY: serviceKey };
  expect(readSettings(env).releasesProject).toEqual({ url: 'https://releases.supabase.co', serviceKey, cacheDirectory: '.atrium/release-cache' });
});

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['a secret without a URL', { ALERT_SECRET: 'whsec_c2hvcnQ=' }, /^ALERT_URL is missing/],
  ['a secret that is too short', { ALERT_URL: 'https://hooks.example.org/x', ALERT_SECRET: 'whsec_c2hvcnQ=' }, /^ALERT_SECRET is not the secret/],
  ['a secret of another form', { ALERT_URL: 'https://hooks.example.org/x', ALERT_SECRET: 'correct horse battery staple' }, /^ALERT_SECRET is not the secret/],
])('refuses %s for alerts, without its value', (_what, env, problem) => {
  expect(() => readSettings({ ...VALID_SETTINGS, ...env })).toThrow(problem);
  expect(() => readSettings({ ...VALID_SETTINGS, ...env })).not.toThrow(/c2hvcnQ|battery|hooks/);
});
