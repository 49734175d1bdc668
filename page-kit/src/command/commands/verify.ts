import { sealBuild } from '@atrium/releases/seal';
import type { CheckResult } from '../../verify/verify-module.ts';
import { readVerifySettings } from '../../verify/verify-settings.ts';
import { findBuild, folderOption } from '../given/build-place.ts';
import { openSiteOf, openSiteOption } from '../given/site-origin.ts';
import type { Command } from '../line/command-definition.ts';

/** Kilobytes of 1000 bytes, compressed, that a route may load of its module. */
const USUAL_BUDGET_KB = 100;

/** Milliseconds for a module's start: as long as the shell waits for it. */
const USUAL_START_MS = 5_000;

/** Findings that are printed for each check; `--json` has all. */
const MOST_PRINTED = 10;

/** `atrium verify` */
export const verifyCommand: Command = {
  name: 'verify',
  summary: 'tries the built page module in this folder inside the site, in a real browser',
  operands: [],
  options: [
    folderOption,
    openSiteOption,
    { name: 'budget-kb', value: 'N', help: `kilobytes, compressed, that a route may load of the module (${USUAL_BUDGET_KB})` },
    { name: 'start-ms', value: 'N', help: `milliseconds that the module's start may take (${USUAL_START_MS})` },
  ],
  notes: [
    'Sign-in and data are made up, in memory: nothing is written to the site, and no account is needed.',
    'Parameters and rows for the pages stand in package.json under atrium.verify.',
    'It needs Chromium; CHROMIUM_PATH names a particular one. Exit code 1: a check found something.',
  ],
  run: async (context) => {
    const { call, output } = context;
    const site = openSiteOf(context);
    const bytes = 1000 * (call.number('budget-kb', { least: 1, most: 100_000 }) ?? USUAL_BUDGET_KB);
    const start = call.number('start-ms', { least: 1, most: 60_000 }) ?? USUAL_START_MS;
    const { folder, output: directory, description } = await findBuild(context);
    const settings = await readVerifySettings(folder, description.name);
    const sealed = await sealBuild(directory);
    // The browser's driver takes longer to arrive than most commands take in all.
    const { verifyModule } = await import('../../verify/verify-module.ts');
    const checks = await verifyModule({ site, sealed, settings, limits: { bytes, start }, onStep: (text) => output.step(text) });
    const { name, release } = sealed.manifest;
    const failed = checks.filter(({ passed }) => !passed).length;
    const verdict = failed === 0 ? `${name} ${release} passed all ${checks.length} checks in ${site}.` : `${name} ${release} failed ${failed} of ${checks.length} checks in ${site}.`;
    return { ok: failed === 0, json: { name, release, site, checks }, text: [...checks.flatMap(linesOf), '', verdict] };
  },
};

function linesOf({ name, expectation, mend, passed, findings }: CheckResult): string[] {
  if (passed) return [`ok    ${name}: ${expectation}`];
  const shown = findings.slice(0, MOST_PRINTED).map(({ where, problem }) => `      - ${where}: ${problem}`);
  const more = findings.length > MOST_PRINTED ? [`      - and ${findings.length - MOST_PRINTED} more; --json has all`] : [];
  return [`mend  ${name}: ${expectation}`, ...shown, ...more, `      ${mend}`];
}
