/** Milliseconds for which the browser may still read a file that it was given to save. */
const KEPT_MS = 60_000;

/** Has the browser save a file under a name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  followLink(address, name);
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** Has the browser save what is at an address, under a name where the address is the page's own. */
export function followLink(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
