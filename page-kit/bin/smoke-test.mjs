// Starts the smoke-test process of a release: see src/smoke-test/run-smoke-test.ts.
import { importSource } from './import-source.mjs';

await importSource('smoke-test/process');
