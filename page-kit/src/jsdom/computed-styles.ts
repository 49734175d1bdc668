/** The part of a jsdom window that {@link computeStylesOnDemand} needs. */
interface StyledWindow {
  readonly CSSStyleDeclaration: typeof CSSStyleDeclaration;
  getComputedStyle: (element: Element, pseudoElement?: string | null) => CSSStyleDeclaration;
}

/** Attributes that no rule of jsdom's own style sheet mentions. */
const UNSTYLED = /^(?:id|class|role|name|value|href|aria-.*|data-.*)$/;

/**
 * Makes `getComputedStyle` cheap for tests that look for elements. For each element, Testing Library reads whether it is displayed,
 * is visible and gets pointer events. jsdom would compute every property of every one of them, again after each change of the document.
 * Without style sheets in the document, these three depend only on inline styles and on jsdom's own style sheet.
 */
export function computeStylesOnDemand(window: StyledWindow): void {
  const compute = window.getComputedStyle;
  const displays = new Map<string, string>();

  /** The value in jsdom's own style sheet, which selects by names of elements, their parents and their attributes. */
  function defaultDisplay(element: Element): string {
    const attributes = [...element.attributes].filter(({ name }) => !UNSTYLED.test(name)).map(({ name, value }) => `${name}=${value}`);
    const key = JSON.stringify([element.namespaceURI, element.localName, element.parentElement?.localName, attributes]);
    let display = displays.get(key);
    if (display === undefined) displays.set(key, (display = compute(element).display));
    return display;
  }

  const quick: Readonly<Record<string, (element: Element) => string>> = {
    display: (element) => (element.hasAttribute('style') ? compute(element).display : defaultDisplay(element)),
    visibility: (element) => inherited(element, 'visibility', 'visible'),
    'pointer-events': (element) => inherited(element, 'pointer-events', 'auto'),
  };
  const names = new Map([...Object.keys(quick).map((name) => [name, name] as const), ['pointerEvents', 'pointer-events']]);

  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement || element.ownerDocument.styleSheets.length > 0) return compute(element, pseudoElement);
    let computed: CSSStyleDeclaration | undefined;
    const all = (): CSSStyleDeclaration => (computed ??= compute(element));
    const valueOf = (name: string): string => quick[name]?.(element) ?? all().getPropertyValue(name);
    return new Proxy(window.CSSStyleDeclaration.prototype, {
      set: () => false,
      get(_prototype, name): unknown {
        if (name === 'getPropertyValue') return valueOf;
        const property = names.get(String(name));
        if (property !== undefined) return valueOf(property);
        const value: unknown = Reflect.get(all(), name);
        return typeof value === 'function' ? value.bind(computed) : value;
      },
    });
  };
}

/** The value of a property that elements inherit, and that only inline styles set. */
function inherited(element: Element, property: string, initial: string): string {
  for (let current: Element | null = element; current; current = current.parentElement) {
    if (!current.hasAttribute('style') || !('style' in current)) continue;
    const value = (current as HTMLElement).style.getPropertyValue(property);
    if (value !== '') return value;
  }
  return initial;
}
