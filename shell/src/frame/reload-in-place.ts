import * as v from 'valibot';

const KEY = 'atrium-place';

const placeSchema = v.strictObject({ address: v.string(), y: v.number() });

/** Milliseconds for which the page may grow back to its former height. */
const GROWTH_TIME = 5_000;

/** Reloads the tab and restores its scroll position. The browser asks the user first if there are unsaved changes. */
export function reloadInPlace(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address: location.href, y: window.scrollY }));
  } catch {
    // Storage is full or blocked: the page starts at its top.
  }
  location.reload();
}

/** Restores the scroll position from before {@link reloadInPlace} once the page is long enough, unless the user scrolls first. */
export function restoreScrollPosition(): void {
  const place = takePlace();
  if (!place || place.address !== location.href || place.y === 0) return;
  const { y } = place;
  const end = new AbortController();
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < y) return;
    window.scrollTo(0, y);
    end.abort();
  });
  end.signal.addEventListener('abort', () => observer.disconnect());
  for (const act of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    window.addEventListener(act, () => end.abort(), { signal: end.signal, passive: true });
  }
  setTimeout(() => end.abort(), GROWTH_TIME);
  observer.observe(document.body);
}

function takePlace(): v.InferOutput<typeof placeSchema> | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? null : v.parse(placeSchema, JSON.parse(text));
  } catch {
    return null; // Storage is blocked, or its content is not ours: the page starts at its top.
  }
}
