/**
 * Types that no browser runs script of, whatever they hold. The whole of the text counts: of several types with commas between
 * them browsers take the last (fetch.spec.whatwg.org, "extract a MIME type"), and every type that ends in `+xml` is XML.
 */
const inert = /^(?:(?:image|audio|video|font)\/[\w.-]+|text\/plain|text\/csv|application\/(?:pdf|json|octet-stream|zip))[\t ]*(?:;[^,]*)?$/i;

/** A row that SQL wrote may say anything; only this can be in a header. */
const headerText = /^[\t\x20-\x7e]+$/;

/**
 * The headers that say what a file is. As on a hosted project, HTML is shown as text; what else could hold script (SVG, XML)
 * is shut into an origin of its own without any, and no type is guessed.
 */
export function contentHeaders(mimetype = ''): Record<string, string> {
  const type = headerText.test(mimetype) ? mimetype : 'application/octet-stream';
  return {
    'content-type': /text\/html/i.test(type) ? 'text/plain' : type,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
    ...(inert.test(type) ? {} : { 'content-security-policy': `default-src 'none'; sandbox` }),
  };
}

/**
 * Has a browser save a file instead of showing it.
 * @param download the name to save it under; empty for its own, undefined to show it
 */
export function dispositionHeaders(download: string | null): Record<string, string> {
  if (download === null) return {};
  const name = encodeURIComponent(download);
  return { 'content-disposition': download === '' ? 'attachment;' : `attachment; filename=${name}; filename*=UTF-8''${name}` };
}
