import type { ExtensionObservations } from '../site/extension-visits.ts';
import type { PageObservations } from '../site/observations.ts';
import type { SiteUnderTest } from '../site/site-under-test.ts';

/** What the browser showed, before any check. */
export interface Observations extends PageObservations {
  readonly extensions: ExtensionObservations;
}

/** The limits of a module. */
export interface Limits {
  /** Bytes, compressed, that a route may load of the module. */
  readonly bytes: number;
  /** Milliseconds that the module's start may take. */
  readonly start: number;
}

/** A problem of the module. */
export interface Finding {
  /** The page, and its visitor. */
  readonly where: string;
  readonly problem: string;
}

/** One check of a module. */
export interface Check {
  readonly name: string;
  /** What a module without findings does. */
  readonly expectation: string;
  /** How to fix its findings. */
  readonly fix: string;
  run(site: SiteUnderTest, observations: Observations, limits: Limits): Promise<readonly Finding[]>;
}
