import type { Locator, Page } from '@playwright/test';
import type { Viewer } from './screen-accounts.ts';
import type { Visit } from './visit.ts';

/** A screen of the site in one state. */
export interface Screen {
  /** Unique. Names the screen's pictures and checks. */
  readonly name: string;
  readonly viewer: Viewer;
  /** Opens the screen and waits until it is complete. */
  readonly show: (visit: Visit) => Promise<void>;
  /**
   * Starts in a new document, and leaves none for the next screen: it depends on how a document loads or on what is not loaded
   * yet, changes responses, or leaves typed text or a panel of the shell. Other screens can follow each other in one document.
   */
  readonly newDocument?: true;
  /**
   * Leaves its page as it was, except for open popups that Escape closes. A next screen of the same page then closes them and stays
   * there. After other screens, it leaves the page and opens it again.
   */
  readonly leavesOnlyPopups?: true;
  /** The layout of very wide windows differs. */
  readonly wide?: true;
  /** A placeholder for a page that is still loading, without a heading. */
  readonly unheaded?: true;
  /** Elements that differ each time, such as a secret. Pictures cover them. */
  readonly covered?: (page: Page) => readonly Locator[];
}
