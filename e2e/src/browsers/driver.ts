/** What the journey looks for by accessible name. A field is anything to type into, found by its label. */
export type ElementKind = 'button' | 'link' | 'menuitem' | 'heading' | 'field';

/** An element of the open page. It becomes stale when the page removes it; every call fails from then on. */
export interface PageElement {
  /** Clicks the middle of the element, like a mouse. */
  click(): Promise<void>;
  /** Replaces the content of a field, key by key. */
  type(text: string): Promise<void>;
}

/**
 * A running browser with one tab and an empty profile. A driver does nothing but translate to its browser's protocol:
 * `Visitor` waits and retries, so that both browsers are judged by the same rules.
 */
export interface BrowserDriver {
  open(url: string): Promise<void>;
  /** The visible elements of a kind with exactly this accessible name, which the browser itself computes. */
  find(kind: ElementKind, name: string): Promise<readonly PageElement[]>;
  /** Evaluates a JavaScript expression in the page. Its value must be serializable as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** The visible part of the page as a PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** The size of the window, in both browsers. */
export const WINDOW = { width: 1280, height: 900 } as const;
