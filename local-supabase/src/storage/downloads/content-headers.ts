/** Types that no browser runs script of, whatever they hold. */
const inert = /^(?:image\/(?!svg)|audio\/|video\/|font\/|text\/plain|text\/csv|application\/(?:pdf|json|octet-stream|zip))/i;

/**
 * The headers that say what a file is. As on a hosted project, HTML is shown as text; what else could hold script (SVG, XML)
 * is shut into an origin of its own without any, and no type is guessed.
 */
export function contentHeaders(mimetype: string | undefined): Record<string, string> {
  const type = mimetype ?? 'application/octet-stream';
  return {
    'content-type': /text\/html/i.test(type) ? 'text/plain' : type,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
    ...(inert.test(type) ? {} : { 'content-security-policy': `default-src 'none'; style-src 'self'; sandbox` }),
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
