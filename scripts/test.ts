import { checkContractReports } from './api/contract-reports.ts';
import { buildStaleParts } from './build-parts.ts';
import { checkSpecification } from './check-specification.ts';
import { checkDocumentation } from './docs/check-documentation.ts';
import { checkTexts } from './messages/check-texts.ts';
import { runTool } from './run-tool.ts';
import { runSteps, type Step } from './steps.ts';
import { browserTests, unitTests } from './test-steps.ts';

/** Projects that no other project references: building them builds what they reference. */
const TYPED = ['shell', 'auth-remote', 'pages-remote', 'local-supabase', 'supabase', 'e2e', 'bench', 'page-kit/test/testing', 'page-kit/templates/page-module'];

/** A check that finds failures in the repository's files. */
function check(name: string, find: () => readonly string[] | Promise<readonly string[]>): Step {
  return {
    name,
    async run() {
      const failures = await find();
      return { ok: failures.length === 0, failures };
    },
  };
}

const checks: readonly Step[] = [
  { name: 'lint', run: async () => ({ ok: await runTool('oxlint/bin/oxlint', []) }) },
  { name: 'types', run: async () => ({ ok: await runTool('typescript-7/bin/tsc', ['--build', ...TYPED]) }) },
  check('specification', checkSpecification),
  check('page contract', checkContractReports),
  check('documentation', checkDocumentation),
  check('texts', checkTexts),
];

/** What the end-to-end tests run; it takes both cores, as each of the two test suites does. */
const builds: Step = {
  name: 'builds',
  async run() {
    await buildStaleParts((name) => console.log(`Building ${name} …`));
    return { ok: true };
  },
};

await runSteps(checks, [builds], [{ name: 'unit tests', run: unitTests }], [{ name: 'end-to-end tests', run: () => browserTests('e2e/playwright.config.ts') }]);
