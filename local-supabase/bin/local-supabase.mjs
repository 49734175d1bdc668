#!/usr/bin/env node
// The sources are TypeScript that runs without a build step; this launcher registers the loader that reads it.
import process from 'node:process';
import { register } from 'tsx/esm/api';

register();
const { runCommand } = await import('../src/command.ts');
await runCommand(process.argv.slice(2));
