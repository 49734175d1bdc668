import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LogStream } from '../../src/http/log-stream.ts';

function sinkOf(writes: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk.toString());
      done();
    },
  });
}

test('writes the lines of one turn together, in order', async () => {
  const writes: string[] = [];
  const log = new LogStream(sinkOf(writes));
  log.write('one\n');
  log.write('two\n');
  await nextTurn();
  log.write('three\n');
  await nextTurn();
  expect(writes).toEqual(['one\ntwo\n', 'three\n']);
});

test('a log that can no longer be written does not stop the server', async () => {
  const sink = sinkOf([]);
  const log = new LogStream(sink);
  sink.destroy(new Error('the reader is gone'));
  log.write('one\n');
  await nextTurn();
  expect(sink.destroyed).toBe(true);
});
