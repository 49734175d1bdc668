import { readFile } from 'node:fs/promises';
import * as v from 'valibot';

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
      status: v.picklist(['expected', 'unexpected', 'flaky', 'skipped']),
      results: v.array(v.object({ errors: v.array(v.object({ message: v.optional(v.string(), '') })) })),
    }),
  ),
});

const suiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.array(specSchema),
  suites: v.optional(v.array(v.lazy(() => suiteSchema))),
});

const reportSchema = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  suites: v.array(suiteSchema),
});

/** What a run of the end-to-end tests came to. */
export interface BrowserReport {
  readonly passed: number;
  readonly failed: number;
  /** A line for each test that failed, or passed only at its second try, with where it stands and its first error. */
  readonly troubles: readonly string[];
}

/**
 * Reads the report that Playwright's JSON reporter wrote (https://playwright.dev/docs/test-reporters#json-reporter).
 *
 * @throws ValiError when the report has another form
 */
export async function readBrowserReport(file: string): Promise<BrowserReport> {
  const { stats, suites } = v.parse(reportSchema, JSON.parse(await readFile(file, 'utf8')));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, troubles: suites.flatMap(troublesOf) };
}

function troublesOf({ specs, suites }: Suite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const error = results.flatMap(({ errors }) => errors.map(({ message }) => message)).find(Boolean) ?? 'no message';
        const what = status === 'flaky' ? 'passed only at the second try' : 'FAILED';
        return `${what}: ${file}:${line} ${title}\n${error.split('\n').slice(0, 8).map((row) => `    ${row}`).join('\n')}`;
      }),
  );
  return [...own, ...(suites ?? []).flatMap(troublesOf)];
}
