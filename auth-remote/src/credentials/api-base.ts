/**
 * Where the site's own server is: the content of `<meta name="atrium-api-base">`, or the page's own origin where
 * that is missing or empty (specification 7.12).
 */
export function apiBase(): string {
  const configured = document.querySelector('meta[name="atrium-api-base"]')?.getAttribute('content')?.trim();
  return (configured === undefined || configured === '' ? window.location.origin : configured).replace(/\/+$/, '');
}
