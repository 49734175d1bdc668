// Runs a TypeScript program of this repository: node tools/run-source/run-source.mjs FILE [ARGUMENT ...]
import process from 'node:process';
import { requireNode } from '../../page-kit/bin/require-node.mjs';
import { importSource } from './import-source.mjs';

requireNode();
const [file] = process.argv.splice(2, 1);
await importSource(file);
