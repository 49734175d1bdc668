import type { Screens } from './screens.ts';
import type { TriedSite } from './tried-site.ts';
import type { Walk } from './walk.ts';

/** The limits that a module is held to. */
export interface Limits {
  /** Bytes, compressed, that a route may load of the module. */
  readonly bytes: number;
  /** Milliseconds that the module's start may take. */
  readonly start: number;
}

/** What was seen of a module before it is judged. */
export interface Seen {
  readonly screens: Screens;
  readonly walks: readonly Walk[];
  readonly limits: Limits;
}

/** Something that a module does and must not. */
export interface Finding {
  /** On which page, and for whom. */
  readonly where: string;
  readonly problem: string;
}

/** One thing that a module is checked for. */
export interface Check {
  readonly name: string;
  /** What holds where nothing is found. */
  readonly expectation: string;
  /** What to do about its findings. */
  readonly mend: string;
  run(tried: TriedSite, seen: Seen): Promise<readonly Finding[]>;
}
