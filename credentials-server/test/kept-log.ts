import { Writable } from 'node:stream';

/**
 * The settings of a logger that keeps what it is told.
 *
 * @param level the least that is kept
 * @param lines where it goes, one line an entry
 */
export function keptLog(level: 'trace' | 'debug' | 'info' | 'error' = 'info', lines: string[] = []) {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, logger: { level, stream } };
}
