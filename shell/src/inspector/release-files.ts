/** The files of a release that the tab has loaded. */
export interface ReleaseFiles {
  readonly count: number;
  /** Their compressed size. */
  readonly bytes: number;
  /** Milliseconds in which at least one of them was loading. */
  readonly time: number;
  /** Whether the browser had all of them. */
  readonly fromCache: boolean;
}

const SCRIPT_OR_STYLE = /\.(?:js|css)$/;

/**
 * What the browser recorded about the scripts and style sheets of a release. Null without records: the browser keeps a limited
 * number, and a module from a development server has other addresses.
 */
export function releaseFiles(name: string, release: string): ReleaseFiles | null {
  // The shell does not know where the site stores releases.
  const folder = `/${name}/${release}/`;
  const entries = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter((entry) => {
      const { pathname } = new URL(entry.name);
      return pathname.includes(folder) && SCRIPT_OR_STYLE.test(pathname);
    });
  if (entries.length === 0) return null;
  return {
    count: new Set(entries.map((entry) => entry.name)).size,
    bytes: entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    time: unionOf(entries),
    // Zero for a response from the cache (https://www.w3.org/TR/resource-timing/#dom-performanceresourcetiming-transfersize).
    fromCache: entries.every(({ transferSize }) => transferSize === 0),
  };
}

/** Calls the listener whenever the browser has recorded further files. Returns the function that ends this. */
export function onFilesLoaded(listener: () => void): () => void {
  const observer = new PerformanceObserver(listener);
  observer.observe({ type: 'resource' });
  return () => observer.disconnect();
}

/** The length of the union of the entries' intervals. */
function unionOf(entries: readonly PerformanceResourceTiming[]): number {
  let [sum, end] = [0, 0];
  for (const { startTime, responseEnd } of entries.toSorted((one, other) => one.startTime - other.startTime)) {
    sum += Math.max(0, responseEnd - Math.max(startTime, end));
    end = Math.max(end, responseEnd);
  }
  return sum;
}
