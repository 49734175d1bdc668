#!/usr/bin/env node
import process from 'node:process';
import { importSource } from './import-source.mjs';
import { requireNode } from './require-node.mjs';

requireNode();
const { createPageModule } = await importSource('command/programs/create-page-module');
process.exitCode = await createPageModule(process.argv.slice(2));
