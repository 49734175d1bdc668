import type { Page } from '@playwright/test';

/** Layout problems of a page: horizontal scrolling, controls that overlap or leave the window, and texts larger than their box. */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A dialog covers the rest of the page.
    const reachable = document.querySelector('dialog:modal, [role=dialog], [role=alertdialog]') ?? document;
    // Actions of a row appear when the user points at it.
    const isSeen = (element: HTMLElement) =>
      reachable.contains(element) && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && getComputedStyle(element).clipPath === 'none';
    // A part of a control can be cut off: of a long name that ends in an ellipsis, or in a list that scrolls sideways.
    const shownPart = (element: HTMLElement) => {
      const box = element.getBoundingClientRect();
      let { left, right } = box;
      const page = element.closest('main, header, dialog, [role=dialog], [role=alertdialog], footer');
      for (let around = element.parentElement; around && around !== page; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue;
        const window = around.getBoundingClientRect();
        [left, right] = [Math.max(left, window.left), Math.min(right, window.right)];
      }
      return new DOMRect(left, box.top, Math.max(0, right - left), box.height);
    };
    const nameOf = (element: HTMLElement) => element.textContent.trim() || element.getAttribute('aria-label') || element.tagName;
    const found = [...document.querySelectorAll<HTMLElement>(':is(header, main, footer, dialog, [role=dialog], [role=alertdialog]) :is(a, button, input, textarea, select), header bdi')]
      .filter(isSeen)
      .map((element) => ({ element, text: nameOf(element), box: shownPart(element) }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const sideways = wide > 0 ? [`the page scrolls sideways by ${String(wide)} px`] : [];
    const outside = found.filter(({ box }) => box.left < 0 || box.right > innerWidth).map(({ text }) => `${text} leaves the window`);
    // The menu, the bars and floating buttons stay where they are while the page scrolls below them.
    const isFixed = (element: Element) => element.closest('.shell-sidebar, .atrium-page-bar, [data-floating]') !== null;
    const covered = found.flatMap((one, index) =>
      found
        .slice(index + 1)
        // The button "Show" lies inside its field.
        .filter((other) => isFixed(one.element) === isFixed(other.element))
        .filter((other) => !one.element.contains(other.element) && !(one.element instanceof HTMLInputElement))
        .filter(({ box }) => one.box.left < box.right - 1 && box.left < one.box.right - 1 && one.box.top < box.bottom - 1 && box.top < one.box.bottom - 1)
        .map((other) => `${one.text} and ${other.text} overlap`),
    );
    // A long name of one line, and a text of a few lines.
    const endsInEllipsis = ({ textOverflow, webkitLineClamp }: CSSStyleDeclaration) => textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    const cut = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, dt, dd, label, legend, button, a, li, td, code, time')]
      // First the sizes, which cost less than styles, and which few elements fail.
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .filter((element) => isSeen(element) && !endsInEllipsis(getComputedStyle(element)) && getComputedStyle(element).display !== 'inline')
      .map((element) => `${nameOf(element)} is larger than its box`);
    return [...sideways, ...outside, ...covered, ...cut];
  });
}
