import { optimizeLate } from '../../page-kit/src/webpack/optimize-late.ts';
import { checkContractReports } from '../api/contract-reports.ts';
import { buildStaleParts } from '../build/build-parts.ts';
import { checkDocumentation } from '../docs/check-documentation.ts';
import { checkSpecification } from '../docs/check-specification.ts';
import { checkDatabaseTypes } from '../generate/database-types.ts';
import { checkTexts } from '../messages/check-texts.ts';
import { runTool } from '../repository/run-tool.ts';
import { checkStructure } from '../structure/structure.ts';
import { runSteps, type Step } from '../test-run/steps.ts';
import { browserTests, unitTests } from '../test-run/test-reports.ts';

optimizeLate();

/** A step that fails if the check finds faults. */
function check(name: string, findFaults: () => readonly string[] | Promise<readonly string[]>): Step {
  return {
    name,
    async run() {
      const failures = await findFaults();
      return { ok: failures.length === 0, failures };
    },
  };
}

const checks: readonly Step[] = [
  { name: 'types and lint', run: async () => ({ ok: await runTool('oxlint/bin/oxlint', []) }) },
  check('structure', checkStructure),
  { name: 'unused code', run: async () => ({ ok: await runTool('knip/bin/knip.js', ['--no-config-hints']) }) },
  check('specification', checkSpecification),
  check('public API of page-kit', checkContractReports),
  check('documentation', checkDocumentation),
  check('database types', checkDatabaseTypes),
  check('texts', checkTexts),
];

/** Builds what the end-to-end tests run. */
const builds: Step = {
  name: 'builds',
  async run() {
    await buildStaleParts((name) => console.log(`Building ${name} …`));
    return { ok: true };
  },
};

// Each suite uses all cores. Side by side, they take longer than one after the other.
await runSteps([...checks, builds], [{ name: 'unit tests', run: unitTests }], [{ name: 'end-to-end tests', run: () => browserTests('e2e/playwright.config.ts') }]);
