#!/usr/bin/env node
// The sources are TypeScript that runs without a build step; this launcher registers the loader that reads it.
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { register } from 'tsx/esm/api';

// Else the loader would read the tsconfig.json of whatever folder it is run in.
process.env.TSX_TSCONFIG_PATH = fileURLToPath(new URL('../tsconfig.json', import.meta.url));
register();
const { runCommand } = await import('../src/command/command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
