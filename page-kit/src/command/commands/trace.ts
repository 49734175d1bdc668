import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isLibrary, placeInSources, type SourcePlace } from '@atrium/releases/inspection';
import type { ReleaseStore } from '@atrium/releases/stores';
import type { FailureReport } from '@atrium/releases/wire';
import { CommandError, UsageError } from '../../errors.ts';
import { sourceFrame } from '../../webpack/source-frame.ts';
import type { Command, CommandContext, CommandResult } from '../framework/definition.ts';
import { formatTable } from '../framework/format.ts';
import { folderOption, readBuildIfAny } from '../inputs/remote.ts';
import { openStoreToRead, storeOptions } from '../inputs/store.ts';

/** A place in a release, in the URLs of a browser's stack, or as tabs report it. */
const PLACE = /([a-z][a-z0-9-]{0,39}\/[a-z2-7]{16}\/[\w./-]{1,200}?\.js)(?:\?[^\s:]{0,200})?:(\d{1,7}):(\d{1,7})/g;

/** Maximum places of a stack: more are repetitions. */
const MAX_STACK_PLACES = 50;

/** The way from a build's folder to the packages of a workspace. */
const ABOVE = /^(?:\.\.\/)+(?=node_modules\/)/;

/** A place of a stack, and its source if the release's source map has one. */
interface TracedPlace {
  readonly place: string;
  readonly source: SourcePlace | null;
}

/** `atrium trace` */
export const traceCommand: Command = {
  name: 'trace',
  summary: 'shows the source lines of a failure that a visitor met, by the trace on the visitor’s screen',
  operands: ['[TRACE]'],
  options: [...storeOptions, folderOption, { name: 'stack', value: 'FILE', help: 'read a stack from a file instead: of a browser’s console, or of telemetry' }],
  notes: [
    'Without TRACE, lists the latest failures of the remote that is built in the folder, or of all remotes.',
    'Lines come from the source maps that are stored with the releases, which visitors cannot read.',
    'Anyone can send a report about a failure: the site checks only its form.',
  ],
  run: async (context) => {
    const { call } = context;
    const [trace] = call.operands;
    const file = call.text('stack');
    if (trace !== undefined && file !== undefined) throw new UsageError('TRACE and --stack exclude each other. Run atrium trace --help.');
    const store = openStoreToRead(context);
    if (file !== undefined) return traceStack(store, await readStack(path.resolve(context.cwd, file)));
    return trace === undefined ? listFailures(context, store) : traceFailure(store, trace);
  },
};

async function listFailures(context: CommandContext, store: ReleaseStore): Promise<CommandResult> {
  const remote = (await readBuildIfAny(context))?.description.name;
  const failures = (await store.health.failures()).filter(({ name }) => remote === undefined || name === remote);
  const rows = failures.map(({ trace, minute, name, release, stage, type, extension }) => [trace, timeOf(minute), extension ?? name, release, stage, type]);
  return {
    json: { failures: failures.map(jsonOf) },
    text: failures.length === 0
      ? ['No visitor has reported a failure in the last seven days.']
      : [...formatTable([['trace', 'when', 'where', 'release', 'stage', 'error'], ...rows]), '', 'Run atrium trace TRACE for the source lines.'],
  };
}

async function traceFailure(store: ReleaseStore, trace: string): Promise<CommandResult> {
  const found = (await store.health.failures()).filter((failure) => failure.trace === trace.toLowerCase());
  if (found.length === 0) {
    throw new CommandError('no-trace', `No failure with the trace ${JSON.stringify(trace)} is stored. Sites keep the last 50 failures of each release for seven days. Run atrium trace to list them.`);
  }
  const failures = await Promise.all(found.map(async (failure) => ({ failure, places: await findSources(store, failure.places) })));
  return {
    json: { failures: failures.map(({ failure, places }) => ({ ...jsonOf(failure), places: places.map(jsonOfPlace) })) },
    text: failures.flatMap(({ failure, places }, index) => [
      ...(index > 0 ? [''] : []),
      `${failure.type} in ${failure.extension ?? failure.name}, release ${failure.release}, ${STAGES[failure.stage]}, ${timeOf(failure.minute)}`,
      '',
      ...(places.length === 0 ? ['The stack has no place in a release.'] : formatPlaces(places)),
    ]),
  };
}

async function traceStack(store: ReleaseStore, stack: string): Promise<CommandResult> {
  const found = [...stack.matchAll(PLACE)].slice(0, MAX_STACK_PLACES).map(([, file = '', line = '', column = '']) => `${file}:${line}:${column}`);
  if (found.length === 0) throw new CommandError('no-places', 'The stack has no place in a release, such as …/releases/orders/abcdefgh234567ab/901.js:1:2345. Copy the stack with its URLs.');
  const places = await findSources(store, found);
  return { json: { places: places.map(jsonOfPlace) }, text: formatPlaces(places) };
}

async function readStack(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new CommandError('no-stack', `Cannot read the stack in ${file}. Pass the path of a text file.`, { cause });
  }
}

async function findSources(store: ReleaseStore, places: readonly string[]): Promise<TracedPlace[]> {
  return Promise.all(places.map(async (place) => ({ place, source: await placeInSources(place, (name, release, file) => store.releaseFile(name, release, file)) })));
}

/** When a part failed, in words. */
const STAGES: Readonly<Record<FailureReport['stage'], string>> = {
  load: 'while it was loaded',
  start: 'while it started',
  render: 'when it was first shown',
  use: 'after it had worked',
  command: 'in a command',
  search: 'in a search',
};

/** The places, with the lines around the innermost one that a page team wrote. */
function formatPlaces(places: readonly TracedPlace[]): string[] {
  const own = places.find(({ source }) => source !== null && !isLibrary(source))?.source;
  const frame = own?.content ? [`${own.file}:${String(own.line)}`, sourceFrame(own.content, { line: own.line, column: null }), ''] : [];
  return [...frame, ...places.map(({ place, source }) => `  at ${source === null ? place : `${source.file.replace(ABOVE, '')}:${String(source.line)}`}`)];
}

function timeOf(minute: number): string {
  return `${new Date(minute * 60_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function jsonOf({ minute, ...failure }: FailureReport) {
  return { ...failure, when: new Date(minute * 60_000).toISOString() };
}

function jsonOfPlace({ place, source }: TracedPlace) {
  return { place, file: source?.file ?? null, line: source?.line ?? null };
}
