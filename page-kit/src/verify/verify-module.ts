import type { SealedRelease } from '@atrium/releases/seal';
import type { Check, Finding, Limits } from './check.ts';
import { accessibilityCheck } from './checks/accessibility-check.ts';
import { errorsCheck } from './checks/errors-check.ts';
import { globalsCheck } from './checks/globals-check.ts';
import { leftoversCheck } from './checks/leftovers-check.ts';
import { navigationCheck } from './checks/navigation-check.ts';
import { routesCheck } from './checks/routes-check.ts';
import { sizeCheck } from './checks/size-check.ts';
import { startCheck } from './checks/start-check.ts';
import { stylesCheck } from './checks/styles-check.ts';
import { seeScreens } from './screens.ts';
import { TriedSite } from './tried-site.ts';
import type { VerifySettings } from './verify-settings.ts';
import { takeWalks } from './walk.ts';

const checks: readonly Check[] = [
  startCheck,
  routesCheck,
  navigationCheck,
  accessibilityCheck,
  errorsCheck,
  leftoversCheck,
  sizeCheck,
  globalsCheck,
  stylesCheck,
];

/** What a check came to. */
export interface CheckResult extends Pick<Check, 'name' | 'expectation' | 'mend'> {
  readonly passed: boolean;
  readonly findings: readonly Finding[];
}

/** A module that is to be verified, and where. */
export interface Verification {
  /** Origin of the site. */
  readonly site: string;
  readonly sealed: SealedRelease;
  readonly settings: VerifySettings;
  readonly limits: Limits;
  /** Is told what is being done. */
  readonly onStep: (text: string) => void;
}

/**
 * Verifies the build of a page module inside a real site, in a real browser. Sign-in and data are a backend in memory, so
 * nothing of the site is changed.
 *
 * @throws ChromiumNotFoundError, SiteProxyError, VerifyError
 */
export async function verifyModule({ site, sealed, settings, limits, onStep }: Verification): Promise<CheckResult[]> {
  onStep('Opening the site');
  const tried = await TriedSite.open(site, sealed, settings);
  try {
    onStep('Opening every route as every visitor');
    const screens = await seeScreens(tried);
    onStep('Walking to every page and away from it');
    const walks = await takeWalks(tried, screens.views);
    const results: CheckResult[] = [];
    for (const check of checks) {
      onStep(`Checking: ${check.name}`);
      const findings = await check.run(tried, { screens, walks, limits });
      results.push({ name: check.name, expectation: check.expectation, mend: check.mend, passed: findings.length === 0, findings });
    }
    return results;
  } finally {
    await tried.close();
  }
}
