/** The name of the global symbol with the HTML that {@link recordFirstRender} has recorded. */
export const FIRST_RENDER = 'atrium verify first render';

/**
 * Records the HTML of a module's page when it first appears, before its effects change it. Runs before any script of the page.
 *
 * @param container selector of the element that the shell puts around the page
 */
export function recordFirstRender({ container, symbol }: { readonly container: string; readonly symbol: string }): void {
  const observer = new MutationObserver(() => {
    const html = document.querySelector(container)?.innerHTML ?? '';
    if (html === '') return;
    observer.disconnect();
    Reflect.set(window, Symbol.for(symbol), html);
  });
  observer.observe(document, { childList: true, subtree: true });
}
