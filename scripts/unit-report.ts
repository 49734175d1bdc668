import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { ROOT } from './site-parts.ts';

const reportSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numFailedTestSuites: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          /** How often the test was run. */
          invocations: v.optional(v.nullable(v.number())),
        }),
      ),
    }),
  ),
});

/** What a run of the unit tests came to. */
export interface UnitReport {
  readonly passed: number;
  readonly failed: number;
  /** Test files that failed, some of them before they had any test. */
  readonly failedFiles: number;
  /** A line for each test that failed, or passed only at its second try. */
  readonly troubles: readonly string[];
}

/**
 * Reads the report that Jest wrote (https://jestjs.io/docs/cli#--json).
 *
 * @throws ValiError when the report has another form
 */
export async function readUnitReport(file: string): Promise<UnitReport> {
  const report = v.parse(reportSchema, JSON.parse(await readFile(file, 'utf8')));
  const troubles = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const place = path.relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => `FAILED: ${place} ${fullName}`);
    const late = assertionResults.filter((test) => test.status === 'passed' && (test.invocations ?? 1) > 1);
    const whole = status === 'failed' && failed.length === 0 ? [`FAILED: ${place}`] : [];
    return [...whole, ...failed, ...late.map(({ fullName }) => `passed only at the second try: ${place} ${fullName}`)];
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, failedFiles: report.numFailedTestSuites, troubles };
}
