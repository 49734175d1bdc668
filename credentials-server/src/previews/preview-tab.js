/* global document, history, location, sessionStorage, window */

/**
 * Keeps a preview in its tab. Runs before everything else in a document, and only where a browser has a preview: the shell
 * has no part in it, so that shells of before and after show previews alike.
 *
 * A document that is a preview is remembered under its digest, and the digest leaves the address. A tab that remembers one
 * asks for it again when it was loaded anew; a document that then is none ends the preview.
 */
(() => {
  const name = 'atrium-preview';
  const { pathname, search, hash, origin } = location;
  const others = search.replace(/([?&])atrium-preview=[^&]*&?/, '$1').replace(/[?&]$/, '');
  const isAsked = others !== search;
  const { preview } = document.currentScript.dataset;
  let remembered = null;
  try {
    if (preview) sessionStorage.setItem(name, preview);
    else if (isAsked) sessionStorage.removeItem(name);
    else remembered = sessionStorage.getItem(name);
  } catch {
    // Storage is forbidden: loaded anew, the tab has the live site.
  }
  if (isAsked) {
    history.replaceState(history.state, '', origin + pathname + others + hash);
  } else if (remembered) {
    // Nothing of the live site may run here: a session that it renews on the way out would be lost.
    window.stop();
    location.replace(`${origin}${pathname}${search}${search ? '&' : '?'}${name}=${encodeURIComponent(remembered)}${hash}`);
  }
})();
