import type { FileHashes } from './admitted-files.ts';

/** Runs a script of a release that the tab has. Rejects where it does not arrive, or is not what the release says. */
export function addScript(files: FileHashes, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.crossOrigin = 'anonymous';
    script.integrity = files.integrityOf(address);
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`${address} could not be loaded.`));
    };
    script.src = address;
    document.head.append(script);
  });
}
