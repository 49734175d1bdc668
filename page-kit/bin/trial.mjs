// Starts the process in which a release's code is tried: see src/trial/run-trial.ts.
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { register } from 'tsx/esm/api';

// Else the loader would read the tsconfig.json of whatever folder it is run in.
process.env.TSX_TSCONFIG_PATH = fileURLToPath(new URL('../tsconfig.json', import.meta.url));
register();
await import('../src/trial/trial-process.ts');
