/** The part of a jsdom window that {@link rememberStyles} needs. */
interface StyledWindow {
  readonly document: Document;
  readonly MutationObserver: typeof MutationObserver;
  getComputedStyle: typeof getComputedStyle;
}

/** The attributes on which jsdom's own style sheet and inline styles depend. */
const DECISIVE_ATTRIBUTES = ['style', 'hidden', 'open', 'type', 'disabled', 'readonly', 'list', 'dir'];

/**
 * Computes styles once for all elements that jsdom's own style sheet does not tell apart: those of the same name and decisive attributes,
 * below such elements. jsdom compares every element with the 120 rules of this sheet again after each change of the document, and
 * queries by role ask for the styles of most elements: that took a tenth of the time of page tests. Documents with style sheets of their
 * own are left alone, because their rules can depend on more.
 */
export function rememberStyles(window: StyledWindow): void {
  const { document } = window;
  const compute = window.getComputedStyle.bind(window);
  const styles = new Map<string, CSSStyleDeclaration>();
  /** What decides the style of an element. Below a change, it is found again. */
  const keys = new WeakMap<Element, { readonly key: string; readonly at: number }>();
  /** Short names of keys, which would otherwise repeat those of all elements around. */
  const numbers = new Map<string, string>();
  const changes = new WeakMap<Node, number>();
  let now = 0;

  function note(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    now += 1;
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') changes.set(target, now);
      else for (const node of addedNodes) changes.set(node, now);
    }
  }
  const observer = new window.MutationObserver(note);
  observer.observe(document, { subtree: true, childList: true, attributeFilter: DECISIVE_ATTRIBUTES });

  /** The key of an element, and the last change of what it depends on. */
  function keyOf(element: Element): { readonly key: string; readonly at: number } {
    const outer = element.parentElement ? keyOf(element.parentElement) : { key: '', at: 0 };
    const at = Math.max(outer.at, changes.get(element) ?? 0);
    const known = keys.get(element);
    if (known && known.at >= at) return { key: known.key, at };
    const attributes = DECISIVE_ATTRIBUTES.map((name) => element.getAttribute(name));
    const parts = JSON.stringify([outer.key, element.localName, attributes]);
    const key = numbers.get(parts) ?? String(numbers.size);
    numbers.set(parts, key);
    keys.set(element, { key, at });
    return { key, at };
  }

  window.getComputedStyle = (element, pseudoElement) => {
    // The outline of the element with the focus differs.
    if (pseudoElement || element === document.activeElement || document.styleSheets.length > 0 || !document.contains(element)) return compute(element, pseudoElement);
    note(observer.takeRecords());
    const { key } = keyOf(element);
    const style = styles.get(key) ?? compute(element);
    styles.set(key, style);
    return style;
  };
}
