const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and quoted attribute values. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** JSON for a data block: without `<`, so that no content can end the block or open a comment in it. */
export function htmlJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}
