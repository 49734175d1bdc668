import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A hosted project cuts log messages here, in characters. */
const longestLine = 10_000;

/** JWTs and secret keys: whoever prints a request's headers prints them along. */
const secrets = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bsb_secret_[\w-]+/g;

/** Prints lines of a function on stderr, which `npm start` shows: its name before each, without JWTs and secret keys, and long ones cut off. */
export function printLine(name: string, text: string): void {
  for (const line of text.split('\n')) process.stderr.write(`[${name}] ${line.replaceAll(secrets, '[secret]').slice(0, longestLine)}\n`);
}

/** Prints whatever a function writes, line by line. */
export function printOutput(name: string, source: Readable): void {
  createInterface({ input: source }).on('line', (line) => {
    printLine(name, line);
  });
}
