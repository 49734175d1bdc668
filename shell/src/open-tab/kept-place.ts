import * as v from 'valibot';

const KEY = 'atrium-place';

const placeSchema = v.strictObject({ address: v.string(), y: v.number() });

/** Milliseconds for which the page may still grow to the height that it had. */
const GROWTH_TIME = 5_000;

/** Loads the tab anew, and lets it come back to where it is scrolled to. The browser asks first if something is unsaved. */
export function reloadInPlace(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address: location.href, y: window.scrollY }));
  } catch {
    // Storage is full or forbidden: then the page begins at its top.
  }
  location.reload();
}

/** Scrolls to where the tab was before {@link reloadInPlace}, as soon as the page is long enough, unless the person scrolls. */
export function returnToPlace(): void {
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
    return null; // Forbidden storage, or what another page left there: the page begins at its top.
  }
}
