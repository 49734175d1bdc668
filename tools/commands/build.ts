import { buildStaleParts } from '../build/build-parts.ts';
import { printReadableFailure } from './readable-failure.ts';

try {
  await buildStaleParts((name) => console.log(`Building ${name} …`));
} catch (error) {
  printReadableFailure(error);
}
