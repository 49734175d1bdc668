import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkContractReports } from './api/contract-reports.ts';
import { readBrowserReport } from './browser-report.ts';
import { checkDocumentation } from './docs/check-documentation.ts';
import { checkTexts } from './messages/check-texts.ts';
import { runTool } from './run-tool.ts';
import { ROOT } from './site-parts.ts';
import { checkSpecificationCoverage } from './specification-coverage.ts';
import { readUnitReport } from './unit-report.ts';

/** Every folder with a `tsconfig.json`, in the order in which an error is easiest to understand. */
const TYPED = [
  'releases', 'page-kit', 'page-kit/templates/page-module', 'shell', 'auth-remote', 'pages-remote', 'credentials-server', 'local-supabase',
  'supabase', 'scripts', 'e2e', 'bench',
];

const JEST_REPORT = path.join(ROOT, 'node_modules/.cache/atrium/jest.json');
const BROWSER_REPORT = path.join(ROOT, 'node_modules/.cache/atrium/playwright.json');

/** What a step came to: whether its command ended well, and its tests where it has any. */
interface StepResult {
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  /** What to look at, said again at the end, where nobody has to scroll for it. */
  readonly troubles?: readonly string[];
}

async function types(): Promise<StepResult> {
  const ends: boolean[] = [];
  for (const folder of TYPED) ends.push(await runTool('typescript/bin/tsc', ['-p', folder]));
  return { ok: ends.every(Boolean), passed: 0, failed: 0 };
}

async function lint(): Promise<StepResult> {
  return { ok: await runTool('eslint/bin/eslint.js', ['.', '--max-warnings', '0']), passed: 0, failed: 0 };
}

async function specification(): Promise<StepResult> {
  const troubles = await checkSpecificationCoverage();
  return { ok: troubles.length === 0, passed: 0, failed: 0, troubles };
}

async function pageContract(): Promise<StepResult> {
  const troubles = await checkContractReports();
  return { ok: troubles.length === 0, passed: 0, failed: 0, troubles };
}

async function documentation(): Promise<StepResult> {
  const troubles = await checkDocumentation();
  return { ok: troubles.length === 0, passed: 0, failed: 0, troubles };
}

function texts(): Promise<StepResult> {
  const troubles = checkTexts();
  return Promise.resolve({ ok: troubles.length === 0, passed: 0, failed: 0, troubles });
}

async function unitTests(): Promise<StepResult> {
  await rm(JEST_REPORT, { force: true });
  const ok = await runTool('jest/bin/jest.js', ['--json', `--outputFile=${JEST_REPORT}`], {
    nodeArguments: ['--import', 'tsx', '--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    quietOutput: true,
  });
  const { failedFiles, ...report } = await readUnitReport(JEST_REPORT);
  return { ok: ok && failedFiles === 0, ...report };
}

async function browserTests(): Promise<StepResult> {
  await rm(BROWSER_REPORT, { force: true });
  const ok = await runTool('@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts', '--reporter', 'list,json'], {
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER_REPORT },
  });
  return { ok, ...(await readBrowserReport(BROWSER_REPORT)) };
}

await mkdir(path.dirname(JEST_REPORT), { recursive: true });
const results: [string, StepResult, seconds: number][] = [];

async function take(name: string, step: () => Promise<StepResult>): Promise<void> {
  console.log(`\n== ${name}`);
  const began = performance.now();
  results.push([name, await step(), Math.round((performance.now() - began) / 1000)]);
}

// Each of the two keeps one core busy and shares nothing with the other.
await Promise.all([take('types', types), take('lint', lint)]);
await take('specification', specification);
await take('page contract', pageContract);
await take('documentation', documentation);
await take('texts', texts);
await take('unit tests', unitTests);
await take('end-to-end tests', browserTests);

console.log('\n== all');
for (const [, { troubles = [] }] of results) for (const trouble of troubles) console.log(trouble);
for (const [name, { ok }, seconds] of results) console.log(`${ok ? 'passed' : 'FAILED'}  ${name} (${String(seconds)} s)`);
const sum = (count: 'passed' | 'failed') => results.reduce((total, [, result]) => total + result[count], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
if (results.some(([, { ok }]) => !ok)) process.exitCode = 1;
