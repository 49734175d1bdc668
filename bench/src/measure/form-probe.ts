/**
 * Runs in every page before the page's scripts, so it imports nothing. Reports through the binding `reportLoginForm` the
 * milliseconds from the start of the navigation to the first frame in which the field "Email" is usable.
 */
declare const reportLoginForm: (milliseconds: string) => void;

function isUsable(): boolean {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.trim() === 'Email');
  const control = label?.control;
  return control instanceof HTMLInputElement && !control.disabled && control.checkVisibility({ visibilityProperty: true });
}

let frame = 0;
const observer = new MutationObserver(() => {
  if (frame !== 0 || !isUsable()) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    if (!isUsable()) return;
    observer.disconnect();
    reportLoginForm(String(performance.now()));
  });
});
observer.observe(document, { attributes: true, childList: true, subtree: true });
