/** Milliseconds after which the browser has certainly read the file that it saves. */
const READ_MS = 60_000;

/** Downloads content that the page has in memory, as a file with this name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  downloadFile(address, name);
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

/**
 * Downloads a file from a URL. Browsers use the name only for URLs of the site's own origin: elsewhere, the server names the file
 * in its `Content-Disposition` header.
 */
export function downloadFile(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
