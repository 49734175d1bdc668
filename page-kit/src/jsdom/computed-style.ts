import type { DOMWindow } from 'jsdom';

/** The states of an element that decide in jsdom's own style sheet whether it is displayed. */
const STATES: readonly ((element: Element) => boolean)[] = [
  (element) => element.hasAttribute('hidden'),
  (element) => element.hasAttribute('open'),
  (element) => element.getAttribute('type')?.toLowerCase() === 'hidden',
];

/** Elements that jsdom's own style sheet displays according to their parent. */
const SHOWN_BY_PARENT = new Set(['rp', 'rt']);

/**
 * Properties that elements do not inherit, and that jsdom's own style sheet sets by the name and the state of an element: what queries by role read of
 * each element and its ancestors, and what popups read of all ancestors to find where they can be.
 */
const OWN = new Set([
  'display', 'opacity', 'position', 'overflow', 'overflowX', 'overflowY',
  'transform', 'translate', 'scale', 'rotate', 'perspective', 'filter', 'backdropFilter', 'willChange', 'contain',
]);

/** Inherited properties that jsdom's own style sheet never sets. */
const INHERITED = new Set(['visibility', 'pointerEvents']);
const SETS_INHERITED = /visibility|pointer-events/i;

/**
 * Makes `getComputedStyle` cheap for what tests and popups read of many elements. After each change of the document, jsdom compares
 * each element, and all its ancestors, with the 120 rules of its own style sheet, and computes all properties even if a caller wants
 * one. While the document has no style sheet, the properties above have the same values for all elements of a name in the same
 * state, unless an inline style sets them. jsdom answers in all other cases, and for all other properties.
 */
export function speedUpComputedStyle(window: DOMWindow): void {
  const { document } = window;
  const original = window.getComputedStyle.bind(window);
  // A document that never changes and has no style sheet.
  const samples = document.implementation.createHTMLDocument('');
  const sampleStyles = new Map<string, CSSStyleDeclaration>();
  // Gives the answers their prototype. Nothing is read from it.
  const target = new window.CSSStyleDeclaration();

  /** The style of an element with the same name and in the same state, without parents and inline style. */
  function sampleStyle(element: Element): CSSStyleDeclaration {
    const key = [element.namespaceURI, element.localName, ...STATES.map((isIn) => isIn(element))].join(' ');
    let style = sampleStyles.get(key);
    if (style === undefined) {
      const sample = samples.importNode(element, false);
      sample.removeAttribute('style');
      style = original(sample);
      sampleStyles.set(key, style);
    }
    return style;
  }

  function isLikeSample(element: Element, property: string | symbol): boolean {
    if (typeof property === 'symbol' || document.styleSheets.length > 0) return false;
    if (OWN.has(property)) return !element.hasAttribute('style') && !SHOWN_BY_PARENT.has(element.localName);
    if (!INHERITED.has(property)) return false;
    for (let styled: Element | null = element; styled !== null; styled = styled.parentElement) {
      if (SETS_INHERITED.test(styled.getAttribute('style') ?? '')) return false;
    }
    return true;
  }

  window.getComputedStyle = (element, pseudoElement) => {
    if (!(element instanceof window.Element) || element.ownerDocument !== document || Boolean(pseudoElement)) return original(element, pseudoElement);
    let complete: CSSStyleDeclaration | undefined;
    const styleFor = (property: string | symbol): CSSStyleDeclaration => (isLikeSample(element, property) ? sampleStyle(element) : (complete ??= original(element)));
    const getPropertyValue = (property: string): string => styleFor(property).getPropertyValue(property);
    return new Proxy(target, {
      get(_, name) {
        if (name === 'getPropertyValue') return getPropertyValue;
        const style = styleFor(name);
        const value: unknown = Reflect.get(style, name, style);
        const bound: unknown = typeof value === 'function' ? value.bind(style) : value;
        return bound;
      },
    });
  };
}
