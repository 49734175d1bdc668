import { Writable } from 'node:stream';

/**
 * Logger settings that capture the log.
 *
 * @param level the lowest level that is captured
 * @param lines the captured lines, one per entry
 */
export function capturedLog(level: 'trace' | 'debug' | 'info' | 'error' = 'info', lines: string[] = []) {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, logger: { level, stream } };
}
