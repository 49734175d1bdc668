/** Milliseconds after which the browser has certainly read the file that it saves. */
const READ_MS = 60_000;

/** Downloads content that the page has in memory. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  downloadFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

/** Downloads from a URL. Browsers use the name only for URLs of the page's own origin. */
export function downloadFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
