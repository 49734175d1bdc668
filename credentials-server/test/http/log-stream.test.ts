import { jest } from '@jest/globals';
import { Writable } from 'node:stream';
import { LogStream } from '../../src/http/log-stream.ts';

function sinkOf(writes: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk.toString());
      done();
    },
  });
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('writes the lines of a moment together, in order', async () => {
  const writes: string[] = [];
  const log = new LogStream(sinkOf(writes));
  log.write('one\n');
  log.write('two\n');
  await jest.runAllTimersAsync();
  log.write('three\n');
  await jest.runAllTimersAsync();
  expect(writes).toEqual(['one\ntwo\n', 'three\n']);
});

test('a log that can no longer be written does not stop the server', async () => {
  const sink = sinkOf([]);
  const log = new LogStream(sink);
  sink.destroy(new Error('the reader is gone'));
  log.write('one\n');
  await jest.runAllTimersAsync();
  expect(sink.destroyed).toBe(true);
});
