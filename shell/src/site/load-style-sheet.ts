const loads = new Map<string, Promise<void>>();

/**
 * Loads a style sheet that is a file of its own (`import address from './part.css?url'`), once for the tab. The bundler's
 * own way would give every visitor's first screen the code to load style sheets later. Without it the part looks plain,
 * and works.
 *
 * @returns what waits until it came, or failed
 */
export function loadStyleSheet(address: string): Promise<void> {
  const load = loads.get(address) ?? begin(address);
  loads.set(address, load);
  return load;
}

function begin(address: string): Promise<void> {
  return new Promise((resolve) => {
    try {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = address;
      link.crossOrigin = 'anonymous';
      link.integrity = atriumIntegrity(link.href);
      link.onload = () => resolve();
      link.onerror = () => resolve();
      document.head.append(link);
    } catch (error) {
      reportError(error);
      resolve();
    }
  });
}
