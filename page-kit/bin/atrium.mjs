#!/usr/bin/env node
import process from 'node:process';
import { importSource } from './import-source.mjs';
import { requireNode } from './require-node.mjs';

requireNode();
const { runCommand } = await importSource('command/programs/atrium');
process.exitCode = await runCommand(process.argv.slice(2));
