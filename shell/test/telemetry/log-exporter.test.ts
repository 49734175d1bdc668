import { LogExporter } from '../../src/telemetry/log-exporter.ts';
import { logRecord } from '../../src/telemetry/otlp.ts';
import { CollectorDouble, pass } from './collector-double.ts';

const collector = new CollectorDouble();

/** Adds an event of this type. */
let add: (type: string) => void;

beforeEach(() => {
  const exporter = new LogExporter('https://collector.example.org', { 'service.name': 'atrium' });
  add = (type) => exporter.add(logRecord({ name: 'exception', severity: 'ERROR', attributes: { 'exception.type': type } }));
});

/** The types of the sent events, by request. */
const sent = () => collector.batches.map((events) => events.map((event) => event['exception.type']));

test('batches the records of some seconds, up to the limit of one request', async () => {
  add('first');
  await pass(4);
  add('second');
  expect(sent()).toEqual([]);
  await pass(1);
  expect(sent()).toEqual([['first', 'second']]);
  for (let times = 0; times < 1_000; times += 1) add('again');
  await pass(100);
  expect(sent().map(({ length }) => length)).toEqual([2, 30]);
});

test('sends the queue when the tab is hidden or left, and sends immediately while it is hidden', async () => {
  const state = jest.spyOn(document, 'visibilityState', 'get');
  add('first');
  state.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(sent()).toEqual([['first']]);
  add('second');
  await pass(0);
  expect(sent()).toEqual([['first'], ['second']]);
  state.mockReturnValue('visible');
  add('third');
  await pass(0);
  expect(sent()).toHaveLength(2);
  window.dispatchEvent(new Event('pagehide'));
  expect(sent()).toEqual([['first'], ['second'], ['third']]);
});

test('retries later, respects Retry-After, and sends nothing before', async () => {
  collector.responses = [null, new Response(null, { status: 503, headers: { 'retry-after': '300' } })];
  add('first');
  await pass(5);
  add('second');
  window.dispatchEvent(new Event('pagehide'));
  await pass(29);
  expect(sent()).toEqual([['first']]);
  await pass(1);
  expect(sent()).toEqual([['first'], ['first', 'second']]);
  await pass(299);
  expect(sent()).toHaveLength(2);
  await pass(1);
  expect(sent()).toEqual([['first'], ['first', 'second'], ['first', 'second']]);
  add('third');
  await pass(5);
  expect(sent().at(-1)).toEqual(['third']);
});

test.each([
  ['is unreachable', () => null],
  ['refuses', () => new Response(null, { status: 400 })],
  ['fails', () => new Response(null, { status: 500 })],
])('stops sending to a collector that %s three times', async (_what, response) => {
  collector.responses = Array.from({ length: 10 }, response);
  for (let times = 0; times < 10; times += 1) {
    add('boom');
    await pass(2_000);
  }
  expect(sent()).toHaveLength(3);
});

test('does not retry a refused request', async () => {
  collector.responses = [new Response(null, { status: 400 })];
  add('first');
  await pass(5);
  add('second');
  await pass(100);
  expect(sent()).toEqual([['first'], ['second']]);
});

test('waits while the browser is offline, without counting a failure', async () => {
  const line = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  add('first');
  await pass(1_000);
  expect(sent()).toEqual([]);
  line.mockReturnValue(true);
  await pass(30);
  expect(sent()).toEqual([['first']]);
});
