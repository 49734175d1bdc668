/** What the box of an extension shows. */
interface ExtensionReading {
  /** `failed`: the shell shows a card instead. */
  readonly state: 'loading' | 'shown' | 'failed';
  /** Text of the extension, or of the card. */
  readonly text: string;
  /** Whether the user sees neither text nor an image nor a control. */
  readonly isBlank: boolean;
  readonly hasPageHeading: boolean;
  /** CSS pixels that its content needs. */
  readonly height: number;
  /** CSS pixels that its box has before it has loaded. The page around it can reserve more than the extension declares. */
  readonly reserved: number;
  /** CSS pixels by which its content is wider than its box. */
  readonly excessWidth: number;
  /** What has moved within the extension after it had appeared, one line each. */
  readonly moves: readonly string[];
}

/** Reads extensions on a page. Stored under the symbol `atrium verify extensions`. */
interface ExtensionTracker {
  /**
   * Scrolls to an extension, because it loads only near the screen. Null if the page does not have it; the next call then finds a closed
   * popup of the page open, because a slot can be in one.
   *
   * @param id `module.extension`
   */
  read(id: string): Promise<ExtensionReading | null>;
}

/**
 * Records layout shifts from the first paint on, and reads what extensions show. Runs before any script of the page.
 *
 * @param box the attribute of an extension's box
 * @param failure the attribute of the card that replaces a failed extension
 */
export function trackExtensions({ box: boxAttribute, failure }: { readonly box: string; readonly failure: string }): void {
  const MAX_TEXT_LENGTH = 40;
  const shifts: { readonly element: Element; readonly x: number; readonly y: number }[] = [];
  // https://wicg.github.io/layout-instability/
  type LayoutShift = PerformanceEntry & { readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRectReadOnly; readonly currentRect: DOMRectReadOnly }[] };
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as LayoutShift[]) {
      for (const { node, previousRect, currentRect } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const [x, y] = [currentRect.x - previousRect.x, currentRect.y - previousRect.y].map(Math.round);
        if (element && (x !== 0 || y !== 0)) shifts.push({ element, x: x ?? 0, y: y ?? 0 });
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });

  const describe = ({ element, x, y }: (typeof shifts)[number]) => {
    const text = element.textContent.trim().slice(0, MAX_TEXT_LENGTH);
    const distance = [...(y === 0 ? [] : [`${Math.abs(y)} pixels ${y > 0 ? 'down' : 'up'}`]), ...(x === 0 ? [] : [`${Math.abs(x)} pixels to the ${x > 0 ? 'right' : 'left'}`])];
    return `<${element.tagName.toLowerCase()}>${text === '' ? '' : ` “${text}”`} moves ${distance.join(' and ')}`;
  };
  const opened = new WeakSet<Element>();
  const openNextPopup = () => {
    const closed = [...document.querySelectorAll<HTMLElement>('main [aria-haspopup=dialog]:not([aria-expanded=true])')].find((trigger) => !opened.has(trigger));
    if (!closed) return;
    opened.add(closed);
    closed.click();
  };

  const tracker: ExtensionTracker = {
    read: async (id) => {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
      const box = document.querySelector(`[${boxAttribute}="${id}"]`);
      const content = box?.firstElementChild;
      if (!box || !content) {
        openNextPopup();
        return null;
      }
      box.scrollIntoView({ block: 'center' });
      const card = content.querySelector(`[${failure}]`);
      const { paddingTop, paddingBottom, minBlockSize } = getComputedStyle(box);
      const text = (content instanceof HTMLElement ? content.innerText : '').trim();
      return {
        state: card ? 'failed' : content.querySelector('[aria-busy=true], .atrium-skeleton') ? 'loading' : 'shown',
        text,
        isBlank: text === '' && content.querySelector('img, svg, canvas, video, button, input, select, textarea, meter, progress') === null,
        hasPageHeading: content.querySelector('h1') !== null,
        height: box.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom),
        reserved: parseFloat(minBlockSize),
        excessWidth: box.scrollWidth - box.clientWidth,
        moves: shifts.filter(({ element }) => content.contains(element)).map(describe),
      };
    },
  };
  Object.defineProperty(window, Symbol.for('atrium verify extensions'), { value: tracker });
}
