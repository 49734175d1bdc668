import { RemoteUnavailableError } from '../../src/runtime/site-source.ts';
import { TabModules } from '../../src/runtime/tab-modules.ts';
import { documentTelemetry } from '../../src/telemetry/load-telemetry.ts';
import { Telemetry } from '../../src/telemetry/telemetry.ts';
import { manifestOf, moduleFor } from '../render-site.tsx';
import { CollectorDouble, pass } from './collector-double.ts';

const SHELL = 'shellshellshell2';
const AUTH = 'authauthauthauth';
const ORDERS = 'ordersorders2222';
const SECRET = 'ada@example.org eyJhbGciOiJFUzI1NiJ9.claims.signature';

/** The registered web-vitals callbacks. jsdom measures nothing; an end-to-end test covers real measurements. */
const mockMeasured: ((metric: unknown) => void)[] = [];

jest.mock('web-vitals', () =>
  Object.fromEntries(['onCLS', 'onFCP', 'onINP', 'onLCP', 'onTTFB'].map((name) => [name, (report: (metric: unknown) => void) => mockMeasured.push(report)])),
);

const collector = new CollectorDouble();

beforeEach(() => {
  mockMeasured.length = 0;
});

function begin(path = '/orders/4711'): { readonly telemetry: Telemetry; readonly modules: TabModules } {
  history.replaceState(null, '', path);
  const modules = new TabModules([moduleFor(manifestOf('orders', { routes: { list: '/orders', order: '/orders/:id' } }), ORDERS)], true);
  const source = { releases: { shell: SHELL, auth: AUTH } } as never;
  return { telemetry: new Telemetry({ modules, source }, { collector: 'https://collector.example.org/otlp', share: 25 }), modules };
}

/** An error in V8's format, thrown at these places. */
function errorAt(message: string, ...places: string[]): Error {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n${places.map((place) => `    at draw (${place})`).join('\n')}`;
  return error;
}

function throwUncaught(error: unknown): void {
  window.dispatchEvent(new ErrorEvent('error', { error, message: SECRET, filename: `${location.origin}/orders/4711?token=${SECRET}` }));
}

const exceptions = () => collector.events.filter(({ eventName }) => eventName === 'exception');

test("finds the innermost place in stacks without the message, as Firefox and Safari write them", async () => {
  const { telemetry } = begin();
  const cause = new TypeError('a message that is longer than the beginning of an address');
  const at = (remote: string, release: string, place: string) => `draw@${location.origin}/releases/${remote}/${release}/${place}`;
  cause.stack = `${at('orders', ORDERS, 'board.js:1:2345')}\n${at('shell', SHELL, 'main.js:1:1')}\n`;
  telemetry.partFailed(new RemoteUnavailableError('orders', ORDERS, 'The page ran into an error.', { cause }), 'render');
  await pass(5);
  expect(exceptions()).toMatchObject([{ 'exception.stacktrace': expect.stringContaining(`orders/${ORDERS}/board.js:1:2345`) as unknown }]);
});

test("sends a failed part with its releases and its page, in the protocol's format", async () => {
  const { telemetry } = begin();
  const error = new RemoteUnavailableError('orders', ORDERS, 'The page ran into an error.', { cause: errorAt('boom') });
  telemetry.partFailed(error, 'render');
  await pass(5);
  expect(collector.requests).toMatchObject([{
    address: 'https://collector.example.org/otlp/v1/logs',
    init: { method: 'POST', headers: { 'content-type': 'application/json' }, credentials: 'omit', keepalive: true },
  }]);
  expect(exceptions()).toEqual([
    {
      eventName: 'exception',
      'service.name': 'atrium',
      'service.version': SHELL,
      'atrium.auth.release': AUTH,
      'atrium.telemetry.share': 25,
      'session.id': expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      'exception.type': 'TypeError',
      'atrium.exception.origin': 'render',
      'atrium.exception.remote': 'orders',
      'atrium.exception.release': ORDERS,
      'atrium.exception.trace': error.trace,
      'atrium.page.module': 'orders',
      'atrium.page.release': ORDERS,
      'url.template': '/orders/:id',
    },
  ]);
});

test('attributes a web vital to the page that it was measured on, even after the user left it', async () => {
  const { telemetry } = begin('/orders');
  await pass(10);
  history.replaceState(null, '', '/orders/4711');
  telemetry.pageChanged();
  const shift = { name: 'CLS', value: 0.25, delta: 0.25, id: 'v6-1', rating: 'needs-improvement', navigationType: 'navigate' };
  const [report] = mockMeasured;
  for (const entries of [[], [{ startTime: 500 }], [{ startTime: performance.now() + 1 }]]) report?.({ ...shift, entries });
  await pass(5);
  const vital = { 'name': 'cls', 'value': 0.25, 'delta': 0.25, 'id': 'v6-1', 'rating': 'needs-improvement', 'navigation_type': 'navigate' };
  const attributes = Object.fromEntries(Object.entries(vital).map(([key, value]) => [`browser.web_vital.${key}`, value]));
  expect(collector.events).toEqual(
    ['/orders', '/orders', '/orders/:id'].map((pattern): unknown =>
      expect.objectContaining({ 'eventName': 'browser.web_vital', 'service.version': SHELL, 'atrium.page.release': ORDERS, 'url.template': pattern, ...attributes }),
    ),
  );
});

test('sends no load failures while the browser is offline', async () => {
  const { telemetry } = begin();
  const line = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const error = new RemoteUnavailableError('orders', ORDERS, 'It could not be loaded.');
  telemetry.partFailed(error, 'load');
  telemetry.partFailed(error, 'start');
  line.mockReturnValue(true);
  telemetry.partFailed(error, 'load');
  await pass(5);
  expect(exceptions().map((event) => [event['exception.type'], event['atrium.exception.origin']])).toEqual([
    ['RemoteUnavailableError', 'start'],
    ['RemoteUnavailableError', 'load'],
  ]);
});

test('finds the release whose code threw an uncaught exception', async () => {
  begin();
  const base = `${location.origin}/releases`;
  throwUncaught(errorAt('boom', 'chrome-extension://abc/x.js:1:1', `${base}/workspace/${ORDERS}/board.1f.js?retry=2:1:2345`, `${base}/shell/${SHELL}/main.js:3:4`));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: `no error but ${SECRET}` }));
  // Browser warnings and errors in scripts of other origins come without an error object.
  throwUncaught(null);
  await pass(5);
  expect(exceptions()).toEqual([
    expect.objectContaining({
      'exception.type': 'TypeError',
      'exception.stacktrace': `workspace/${ORDERS}/board.1f.js:1:2345\nshell/${SHELL}/main.js:3:4`,
      'atrium.exception.origin': 'uncaught',
      'atrium.exception.remote': 'workspace',
      'atrium.exception.release': ORDERS,
    }),
    expect.objectContaining({ 'exception.type': '_OTHER', 'atrium.exception.origin': 'unhandled-rejection' }),
  ]);
});

test('sends no message, no address, and no name that is no class name', async () => {
  const { telemetry } = begin(`/orders/order-4711?token=${encodeURIComponent(SECRET)}#${encodeURIComponent(SECRET)}`);
  const place = `${location.origin}/releases/orders/${ORDERS}/order-4711.js:1:1`;
  const errors = [
    errorAt(SECRET, `${location.origin}/orders/order-4711?token=${SECRET}:1:1`, 'https://evil.example/releases/orders/ordersorders2222/order-4711.js:1:1'),
    errorAt(`${SECRET} at ${place}`, 'native'),
    errorAt(`two\nlines at ${place}`, 'native'),
    Object.assign(errorAt('boom'), { name: SECRET }),
  ];
  for (const error of errors) {
    throwUncaught(error);
    telemetry.partFailed(new RemoteUnavailableError('orders', ORDERS, SECRET, { cause: error }), 'load');
  }
  await pass(5);
  expect(exceptions()).toHaveLength(2 * errors.length);
  for (const { init } of collector.requests) expect(init.body).not.toMatch(/order-4711|ada@|example\.org|eyJ|token|two\\nlines/);
  for (const { address } of collector.requests) expect(address).toBe('https://collector.example.org/otlp/v1/logs');
});

test('names a page by its route pattern, and never sends an unknown address', async () => {
  const { telemetry, modules } = begin('/');
  const fail = (path: string) => {
    history.replaceState(null, '', path);
    telemetry.pageChanged();
    throwUncaught(new Error(path));
  };
  fail('/');
  fail('/orders');
  modules.setFailure('orders', new RemoteUnavailableError('orders', ORDERS, 'It failed.'));
  fail('/orders/4711');
  fail('/unknown/4711');
  await pass(5);
  expect(exceptions().map((event) => [event['url.template'], event['atrium.page.module']])).toEqual([
    ['/', undefined],
    ['/orders', 'orders'],
    ['/orders/:id', 'orders'],
    [undefined, undefined],
  ]);
});

test('limits repeated exceptions, so that others are still sent', async () => {
  begin();
  for (let times = 0; times < 1_000; times += 1) throwUncaught(new RangeError('again'));
  throwUncaught(new SyntaxError('once'));
  await pass(5);
  for (let kind = 0; kind < 200; kind += 1) {
    throwUncaught(Object.assign(new Error('another'), { name: `Kind${kind}` }));
    await pass(6);
  }
  const types = exceptions().map((event) => event['exception.type']);
  expect(types.filter((type) => type === 'RangeError')).toHaveLength(5);
  expect(types).toContain('SyntaxError');
  expect(types).toHaveLength(50);
});

test.each([
  ['names no collector', '', 0, null],
  ['samples all tabs', '<meta name="atrium-telemetry" content="/otlp" data-share="100">', 0.999, { collector: '/otlp', share: 100 }],
  ['samples a share with this tab', '<meta name="atrium-telemetry" content="/otlp" data-share="2.5">', 0.024, { collector: '/otlp', share: 2.5 }],
  ['samples a share without this tab', '<meta name="atrium-telemetry" content="/otlp" data-share="2.5">', 0.026, null],
  ['names no share', '<meta name="atrium-telemetry" content="/otlp">', 0, null],
])('reads the settings of a document that %s', (_what, head, chance, expected) => {
  const source = new DOMParser().parseFromString(`<!doctype html><head>${head}</head>`, 'text/html');
  expect(documentTelemetry(source, chance)).toEqual(expected);
});
