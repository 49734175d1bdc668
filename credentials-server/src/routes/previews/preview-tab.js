/* global document, history, location, sessionStorage, window */

/**
 * Keeps a preview in its tab. It runs before everything else in a document, and only in a browser with a preview. It is
 * independent of the shell, so that previews work with shells of any age.
 *
 * The tab remembers the digest of a preview, and the digest leaves the URL. After a reload, the tab requests the
 * remembered preview again. If the server then responds without a preview, the tab forgets it.
 */
(() => {
  const name = 'atrium-preview';
  const { pathname, search, hash, origin } = location;
  const isAsked = /[?&]atrium-preview=/.test(search);
  const others = search.replace(/([?&])atrium-preview=[^&]*&?/, '$1').replace(/[?&]$/, '');
  const { preview } = document.currentScript.dataset;
  let remembered = null;
  try {
    if (preview) sessionStorage.setItem(name, preview);
    else if (isAsked) sessionStorage.removeItem(name);
    else remembered = sessionStorage.getItem(name);
  } catch {
    // Storage is blocked: after a reload, the tab shows the live site.
  }
  if (isAsked) {
    history.replaceState(history.state, '', origin + pathname + others + hash);
  } else if (remembered) {
    // Stop the live site from running: a session that it renews before the navigation would be lost.
    window.stop();
    location.replace(`${origin}${pathname}${search}${search ? '&' : '?'}${name}=${encodeURIComponent(remembered)}${hash}`);
  }
})();
