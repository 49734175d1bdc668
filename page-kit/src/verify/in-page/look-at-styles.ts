/** How the elements of a screen look: by a name for each, what the browser computed, as `property: value`. */
export function lookAtStyles(): Record<string, string[]> {
  const MOST = 400;
  const looks: Record<string, string[]> = {};
  for (const [index, element] of [...document.querySelectorAll('body, header, header *, main, main *')].slice(0, MOST).entries()) {
    const computed = getComputedStyle(element);
    const name = `${element.tagName.toLowerCase()}${element.id === '' ? '' : `#${element.id}`} ${[...element.classList].map((one) => `.${one}`).join('')}`;
    looks[`${index} ${name.trim()}`] = [...computed].map((property) => `${property}: ${computed.getPropertyValue(property)}`);
  }
  return looks;
}

/** Loads style sheets into a page, as the shell loads those of a page module. They go with {@link removeStyleSheets}. */
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

/** Takes back what {@link addStyleSheets} did. */
export function removeStyleSheets(): void {
  for (const link of document.querySelectorAll('link[data-verify]')) link.remove();
}
