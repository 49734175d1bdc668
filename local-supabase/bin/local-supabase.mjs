#!/usr/bin/env node
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { importSource } from '../../tools/run-source/import-source.mjs';

const { runCommand } = await importSource(fileURLToPath(new URL('../src/command.ts', import.meta.url)));
await runCommand(process.argv.slice(2));
