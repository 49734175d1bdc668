import type { ExtensionState } from '@atrium/releases/model';
import type { SealedRelease } from '@atrium/releases/sealing';
import type { Check, Finding, Limits } from './checks/check.ts';
import { sizeCheck, startCheck } from './checks/cost-checks.ts';
import { extensionsCheck, slotsCheck, spaceCheck } from './checks/extension-checks.ts';
import { globalsCheck, leftoversCheck, stylesCheck } from './checks/isolation-checks.ts';
import { accessibilityCheck, errorsCheck, navigationCheck, routesCheck } from './checks/page-checks.ts';
import { prerenderedCheck } from './checks/prerendered-check.ts';
import { visitExtensions } from './site/extension-visits.ts';
import { openRoutes, walkPages } from './site/observations.ts';
import type { VerifySettings } from './site/settings.ts';
import { SiteUnderTest } from './site/site-under-test.ts';

const CHECKS: readonly Check[] = [
  startCheck,
  routesCheck,
  prerenderedCheck,
  navigationCheck,
  slotsCheck,
  extensionsCheck,
  spaceCheck,
  accessibilityCheck,
  errorsCheck,
  leftoversCheck,
  sizeCheck,
  globalsCheck,
  stylesCheck,
];

/** The result of a check. */
export interface CheckResult extends Pick<Check, 'name' | 'expectation' | 'fix'> {
  readonly passed: boolean;
  readonly findings: readonly Finding[];
}

/** The result of a verification. */
interface VerificationResult {
  readonly checks: readonly CheckResult[];
  /** Extensions that were not checked, because the site does not have their slots, or has them in another version. */
  readonly waiting: readonly ExtensionState[];
}

/** A module to verify, and where. */
export interface Verification {
  /** Origin of the site. */
  readonly site: string;
  readonly sealed: SealedRelease;
  readonly settings: VerifySettings;
  readonly limits: Limits;
  /** Called at the start of each step. */
  readonly onStep: (text: string) => void;
}

/**
 * Verifies the build of a page module inside a real site, in a real browser. A fake backend in memory provides sign-in and data, so
 * nothing on the site changes.
 *
 * @throws ChromiumNotFoundError, SiteProxyError, VerifyError
 */
export async function verifyModule({ site: origin, sealed, settings, limits, onStep }: Verification): Promise<VerificationResult> {
  onStep('Opening the site');
  const site = await SiteUnderTest.open(origin, sealed, settings);
  try {
    onStep('Opening every route as every visitor');
    const { visits, views } = await openRoutes(site);
    onStep('Navigating to every page and away from it');
    const walks = await walkPages(site, views);
    onStep('Opening the pages with its slots and extensions');
    const extensions = await visitExtensions(site, views);
    const checks: CheckResult[] = [];
    for (const check of CHECKS) {
      const { name, expectation, fix } = check;
      onStep(`Checking: ${name}`);
      const findings = await check.run(site, { visits, views, walks, extensions }, limits);
      checks.push({ name, expectation, fix, passed: findings.length === 0, findings });
    }
    return { checks, waiting: site.extensionStates().filter(({ state }) => state !== 'shown') };
  } finally {
    await site.close();
  }
}
