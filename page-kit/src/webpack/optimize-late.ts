import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 optimize a function only after it has run 15 times as much code as usual: for programs that end before most optimized code has
 * paid for its compilation. Newer versions of Node do not have the flag, and would report it as an error.
 */
export function optimizeLate(): void {
  if (versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=1000000');
}
