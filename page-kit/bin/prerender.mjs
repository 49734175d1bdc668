// Starts the process that renders the pages of a build: see src/webpack/prerender-plugin.ts.
import { importSource } from './import-source.mjs';

await importSource('prerender/process');
