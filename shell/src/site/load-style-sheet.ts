const loaded = new Set<string>();

/**
 * Loads a style sheet that is a file of its own (`import address from './part.css?url'`), once for the tab. The bundler's
 * own way would give every visitor's first screen the code to load style sheets later. Without it the part looks plain,
 * and works.
 */
export function loadStyleSheet(address: string): void {
  if (loaded.has(address)) return;
  loaded.add(address);
  try {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.crossOrigin = 'anonymous';
    link.integrity = atriumIntegrity(link.href);
    document.head.append(link);
  } catch (error) {
    reportError(error);
  }
}
