import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';
import { ROOT } from '../repository/repository.ts';
import { runTool } from '../repository/run-tool.ts';
import type { StepResult } from './steps.ts';

const REPORTS = path.join(ROOT, 'node_modules/.cache/atrium/reports');

const unitReportSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      startTime: v.number(),
      endTime: v.number(),
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })),
    }),
  ),
});

/**
 * Runs Jest with its root configuration and reads its report (https://jestjs.io/docs/cli#--json).
 * @param files paths of test files, relative to the root folder; empty for all
 * @throws ValiError if the report has another shape
 */
export async function unitTests(files: readonly string[] = [], environment: Readonly<Record<string, string>> = {}): Promise<StepResult> {
  const report = await newReport('jest.json');
  const ok = await runTool('jest/bin/jest.js', ['--json', `--outputFile=${report}`, ...(files.length > 0 ? ['--runTestsByPath', ...files] : [])], {
    // Each test file fills the space of new objects with modules and documents. With four times the space, it is collected half as often.
    nodeArguments: ['--import', 'tsx', '--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=64'],
    quietOutput: true,
    environment,
  });
  const { numPassedTests, numFailedTests, testResults } = v.parse(unitReportSchema, JSON.parse(await readFile(report, 'utf8')));
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => `FAILED: ${file} ${fullName}`);
    return status === 'failed' && failed.length === 0 ? [`FAILED: ${file}`] : failed;
  });
  const seconds = new Map(testResults.map(({ name, startTime, endTime }) => [path.relative(ROOT, name), (endTime - startTime) / 1000]));
  return { ok, passed: numPassedTests, failed: numFailedTests, failures, files: seconds };
}

interface Suite {
  readonly specs: readonly v.InferOutput<typeof specSchema>[];
  readonly suites?: readonly Suite[] | undefined;
}

const specSchema = v.object({
  title: v.string(),
  file: v.string(),
  line: v.number(),
  tests: v.array(
    v.object({
      status: v.picklist(['expected', 'unexpected', 'skipped']),
      results: v.array(v.object({ duration: v.number(), errors: v.array(v.object({ message: v.optional(v.string(), '') })) })),
    }),
  ),
});

const suiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.array(specSchema),
  suites: v.optional(v.array(v.lazy(() => suiteSchema))),
});

const browserReportSchema = v.object({
  config: v.object({ rootDir: v.string() }),
  errors: v.optional(v.array(v.object({ message: v.optional(v.string(), '') })), []),
  stats: v.object({ expected: v.number(), unexpected: v.number() }),
  suites: v.array(suiteSchema),
});

/**
 * Runs Playwright with a configuration and reads its report (https://playwright.dev/docs/test-reporters#json-reporter).
 * @param config path relative to the root folder
 * @throws ValiError if the report has another shape
 */
export async function browserTests(config: string, ...args: readonly string[]): Promise<StepResult> {
  const report = await newReport(`${path.basename(config, '.config.ts')}.json`);
  const ok = await runTool('@playwright/test/cli.js', ['test', '--config', config, '--reporter', 'list,json', ...args], {
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const { config: { rootDir }, errors, stats, suites } = v.parse(browserReportSchema, JSON.parse(await readFile(report, 'utf8')));
  const specs = suites.flatMap(specsOf);
  const failures = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => `FAILED: ${file}:${line} ${title}\n${firstError(results)}`),
  );
  const files = new Map<string, number>();
  for (const { file, tests } of specs) {
    const milliseconds = tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0);
    const name = path.relative(ROOT, path.resolve(rootDir, file));
    files.set(name, (files.get(name) ?? 0) + milliseconds / 1000);
  }
  return { ok, passed: stats.expected, failed: stats.unexpected, failures: [...errors.map(({ message }) => `FAILED: ${message}`), ...failures], files };
}

function specsOf({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function firstError(results: v.InferOutput<typeof specSchema>['tests'][number]['results']): string {
  const message = results.flatMap(({ errors }) => errors.map((error) => error.message)).find(Boolean) ?? 'no message';
  // Long enough for the first lines of a difference, which say more than the error's name.
  return stripVTControlCharacters(message).split('\n').slice(0, 16).map((row) => `    ${row}`).join('\n');
}

async function newReport(name: string): Promise<string> {
  const file = path.join(REPORTS, name);
  await mkdir(REPORTS, { recursive: true });
  await rm(file, { force: true });
  return file;
}
