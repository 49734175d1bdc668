import type { Locator, Page } from '@playwright/test';
import type { Stage } from './visit.ts';

/**
 * Who looks at a screen: nobody in particular, a person with a new account, one who was invited and has no name yet, one
 * who has yet to give a code, one who has given it, or one with boards, notes and company.
 */
export type Viewer = 'visitor' | 'person' | 'invited' | 'code-wanted' | 'protected' | 'member';

/** A screen of the site in one state. */
export interface Screen {
  /** Unique; names its pictures and its checks. */
  readonly name: string;
  readonly viewer: Viewer;
  /** Brings the page there and waits until all of it is. */
  readonly show: (stage: Stage) => Promise<void>;
  /** Has something to say of the widest windows as well. */
  readonly wide?: true;
  /** Stands for a page that is not there yet, and so has no heading. */
  readonly unheaded?: true;
  /** What is another each time, such as a secret: covered in pictures. */
  readonly covered?: (page: Page) => readonly Locator[];
}
