import { sealBuild } from '@atrium/releases/sealing';
import { readVerifySettings } from '../../verify/site/settings.ts';
import type { CheckResult } from '../../verify/verify-module.ts';
import { recordResult } from '../build/check-record.ts';
import { requireSharedMajors } from '../build/installed-versions.ts';
import type { Command } from '../framework/definition.ts';
import { formatWaiting } from '../framework/format.ts';
import { folderOption, readBuild } from '../inputs/remote.ts';
import { publicSite, publicSiteOption } from '../inputs/store.ts';

/** Default size budget of a route, in kilobytes of 1000 bytes, compressed. */
const DEFAULT_BUDGET_KB = 100;

/** Default time limit of a module's start, in milliseconds: the shell's own limit. */
const DEFAULT_START_MS = 5_000;

/** Maximum number of findings to print for each check; `--json` has all of them. */
const MAX_PRINTED = 10;

/** `atrium verify` */
export const verifyCommand: Command = {
  name: 'verify',
  summary: 'checks the built page module in this folder inside the site, in a real browser',
  operands: [],
  options: [
    folderOption,
    publicSiteOption,
    { name: 'budget-kb', value: 'N', help: `kilobytes, compressed, that a route or an extension may load of the module (default: ${DEFAULT_BUDGET_KB})` },
    { name: 'start-ms', value: 'N', help: `milliseconds that the module's start may take (default: ${DEFAULT_START_MS})` },
  ],
  notes: [
    'Sign-in and data come from a fake backend in memory: nothing is written to the site, and you need no account.',
    'Set parameters and rows for the pages in package.json, under atrium.verify.',
    'Requires Chromium; CHROMIUM_PATH selects a specific one. Exit code 1: a check failed.',
  ],
  run: async (context) => {
    const { call, output } = context;
    const site = publicSite(context);
    const bytes = 1000 * (call.number('budget-kb', { least: 1, most: 100_000 }) ?? DEFAULT_BUDGET_KB);
    const start = call.number('start-ms', { least: 1, most: 60_000 }) ?? DEFAULT_START_MS;
    const { folder, output: buildFolder, description } = await readBuild(context);
    requireSharedMajors(folder);
    const settings = await readVerifySettings(folder, description.name);
    const sealed = await sealBuild(buildFolder);
    // The browser's driver takes longer to load than most commands take.
    const { verifyModule } = await import('../../verify/verify-module.ts');
    const { checks, waiting } = await verifyModule({ site, sealed, settings, limits: { bytes, start }, onStep: (text) => output.step(text) });
    const { name, release } = sealed.manifest;
    const failed = checks.filter(({ passed }) => !passed).length;
    await recordResult(folder, 'verify', release, failed === 0);
    const verdict = failed === 0 ? `${name} ${release} passed all ${checks.length} checks in ${site}.` : `${name} ${release} failed ${failed} of ${checks.length} checks in ${site}.`;
    return { ok: failed === 0, json: { name, release, site, checks, waiting }, text: [...checks.flatMap(linesOf), ...formatWaiting(waiting), '', verdict] };
  },
};

function linesOf({ name, expectation, fix, passed, findings }: CheckResult): string[] {
  if (passed) return [`ok    ${name}: ${expectation}`];
  const shown = findings.slice(0, MAX_PRINTED).map(({ where, problem }) => `      - ${where}: ${problem}`);
  const more = findings.length > MAX_PRINTED ? [`      - and ${findings.length - MAX_PRINTED} more; --json lists all`] : [];
  return [`fail  ${name}: ${expectation}`, ...shown, ...more, `      Fix: ${fix}`];
}
