/** The content of a screen. */
interface PageContent {
  readonly path: string;
  readonly title: string;
  /** Texts of the h1 headings. */
  readonly headings: string[];
  /** Whether the first h1 has the focus, or the only field of the page. */
  readonly focusArrived: boolean;
  /** Texts of live regions, which screen readers announce. */
  readonly announced: string[];
  /** Whether a skeleton or another busy element is visible. */
  readonly isWaiting: boolean;
  /** Texts of the alerts in the main part. */
  readonly alerts: string[];
  /** Whether the site's header with its link to the start page is visible. */
  readonly hasHeader: boolean;
}

/**
 * Reads the screen when the page is idle, on a machine of any speed, or after a second if it never is.
 *
 * @param box the attribute of an extension's box. Pages do not wait for extensions, which load only near the screen
 */
export async function readPage({ box }: { readonly box: string }): Promise<PageContent> {
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  const textsOf = (selector: string) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).map(({ textContent }) => textContent.trim());
  const fields = [...document.querySelectorAll('main :is(input, textarea, select)')].filter((element) => element.checkVisibility());
  return {
    path: location.pathname,
    title: document.title,
    headings: textsOf('h1'),
    focusArrived: document.activeElement !== null && [document.querySelector('h1'), fields.length === 1 ? fields[0] : null].includes(document.activeElement),
    announced: textsOf('[aria-live], [role=status]').filter((text) => text !== ''),
    isWaiting: [...document.querySelectorAll('main .atrium-skeleton, main [aria-busy=true]')].some((element) => element.checkVisibility() && !element.closest(`[${box}]`)),
    alerts: textsOf('main [role=alert]').filter((text) => text !== ''),
    hasHeader: document.querySelector('header a[href="/"]')?.checkVisibility() === true,
  };
}

/** The names of everything that scripts and pages can leave in a tab. Two lists can be compared. */
export function listTraces(): string[] {
  const handlers = (what: string, target: object) => {
    const found: string[] = [];
    for (const key in target) if (key.startsWith('on') && typeof Reflect.get(target, key) === 'function') found.push(`handler ${key} of ${what}`);
    return found;
  };
  const names = (what: string, target: object) => Reflect.ownKeys(target).map((key) => `${what} ${typeof key === 'symbol' ? `[${key.toString()}]` : key}`);
  const elements = (what: string, parent: Element) =>
    [...parent.children].map((element) => {
      const attributes = [...element.attributes].map(({ name, value }) => ` ${name}="${value}"`).join('');
      return `${what} <${element.tagName.toLowerCase()}${attributes}>`;
    });
  // Removing the last inline style or class leaves an empty attribute, which has no effect.
  const isEmptied = ({ name, value }: Attr) => value === '' && (name === 'style' || name === 'class');
  const attributes = (element: Element) =>
    [...element.attributes].filter((attribute) => !isEmptied(attribute)).map(({ name, value }) => `attribute ${name}="${value}" of <${element.tagName.toLowerCase()}>`);
  return [
    ...names('global', window),
    ...names('key of Object.prototype', Object.prototype),
    ...names('key of Array.prototype', Array.prototype),
    ...names('key of String.prototype', String.prototype),
    ...names('key of Promise.prototype', Promise.prototype),
    ...names('key of Element.prototype', Element.prototype),
    ...handlers('window', window),
    ...handlers('document', document),
    ...Object.keys(localStorage).map((key) => `localStorage ${key}`),
    ...Object.keys(sessionStorage).map((key) => `sessionStorage ${key}`),
    ...elements('in the head', document.head),
    ...elements('in the body', document.body),
    ...attributes(document.documentElement),
    ...attributes(document.body),
    ...document.adoptedStyleSheets.map((_, index) => `adopted style sheet ${index + 1}`),
  ];
}

/** The computed styles of the elements on screen, as `property: value`, by a name for each element. */
export function readStyles(): Record<string, string[]> {
  const MAX_ELEMENTS = 400;
  const styles: Record<string, string[]> = {};
  for (const [index, element] of [...document.querySelectorAll('body, header, header *, main, main *')].slice(0, MAX_ELEMENTS).entries()) {
    const computed = getComputedStyle(element);
    const name = `${element.tagName.toLowerCase()}${element.id === '' ? '' : `#${element.id}`} ${[...element.classList].map((one) => `.${one}`).join('')}`;
    styles[`${index} ${name.trim()}`] = [...computed].map((property) => `${property}: ${computed.getPropertyValue(property)}`);
  }
  return styles;
}

/** Loads style sheets into the page, as the shell loads those of a page module. */
export function addStyleSheets(addresses: readonly string[]): Promise<void[]> {
  return Promise.all(
    addresses.map(
      (address) =>
        new Promise<void>((resolve, reject) => {
          const link = document.createElement('link');
          link.rel = 'stylesheet';
          link.href = address;
          link.dataset['verify'] = '';
          link.onload = () => resolve();
          link.onerror = () => reject(new Error(`${address} did not load.`));
          document.head.append(link);
        }),
    ),
  );
}

/** Removes the style sheets that {@link addStyleSheets} added. */
export function removeStyleSheets(): void {
  for (const link of document.querySelectorAll('link[data-verify]')) link.remove();
}
