/** What a person meets on a screen. */
export interface PageLook {
  readonly path: string;
  readonly title: string;
  /** Texts of the first-level headings. */
  readonly headings: string[];
  /** Whether the first of them has the focus, or the field of a page that has one. */
  readonly focusArrived: boolean;
  /** What live regions say, for screen readers. */
  readonly announced: string[];
  /** Something says that it is still on its way. */
  readonly isWaiting: boolean;
  /** What the alerts in the main part say. */
  readonly alerts: string[];
  /** Whether the site's header with its link to the start page is there. */
  readonly hasHeader: boolean;
}

/** Looks at the screen as it is once the page has nothing to do, however slow the machine; without an end of that, after a second. */
export async function lookAtPage(): Promise<PageLook> {
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  const textsOf = (selector: string) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).map(({ textContent }) => textContent.trim());
  const fields = [...document.querySelectorAll('main :is(input, textarea, select)')].filter((element) => element.checkVisibility());
  return {
    path: location.pathname,
    title: document.title,
    headings: textsOf('h1'),
    focusArrived: document.activeElement !== null && [document.querySelector('h1'), fields.length === 1 ? fields[0] : null].includes(document.activeElement),
    announced: textsOf('[aria-live], [role=status]').filter((text) => text !== ''),
    isWaiting: textsOf('main .atrium-skeleton, main [aria-busy=true]').length > 0,
    alerts: textsOf('main [role=alert]').filter((text) => text !== ''),
    hasHeader: document.querySelector('header a[href="/"]')?.checkVisibility() === true,
  };
}
