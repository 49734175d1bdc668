import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A hosted project cuts log messages here, in characters. */
const longestLine = 10_000;

/** JWTs and secret keys: whoever prints a request's headers prints them along. */
const secrets = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bsb_secret_[\w-]+/g;

/** Prints lines of a function with its name before each, and without the secrets that they hold. */
export function printLine(name: string, text: string, output: NodeJS.WritableStream = process.stderr): void {
  for (const line of text.split('\n')) output.write(`[${name}] ${line.slice(0, longestLine).replaceAll(secrets, '[secret]')}\n`);
}

/** Prints whatever a function writes, line by line. */
export function printOutput(name: string, source: Readable, output: NodeJS.WritableStream): void {
  createInterface({ input: source }).on('line', (line) => {
    printLine(name, line, output);
  });
}
