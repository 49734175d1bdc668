// Starts the process in which a release's code is tried: see src/trial/run-trial.ts.
import { importSource } from './import-source.mjs';

await importSource('trial/trial-process');
