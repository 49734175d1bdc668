/**
 * Runs in every page before the page's scripts, so it imports nothing. Reports through the binding `reportLoginForm`, as JSON, the
 * milliseconds from the start of the navigation to the first frame in which the field "Email" is visible, and to the first one in
 * which it is usable: a prerendered field is visible, but its page's code has not arrived.
 */
declare const reportLoginForm: (times: string) => void;

function emailField(): HTMLInputElement | null {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.trim() === 'Email');
  const control = label?.control;
  return control instanceof HTMLInputElement && !control.disabled && control.checkVisibility({ visibilityProperty: true }) ? control : null;
}

let visible: number | null = null;
let frame = 0;
const observer = new MutationObserver(waitForFrame);
observer.observe(document, { attributes: true, childList: true, subtree: true });

function waitForFrame(): void {
  if (frame !== 0 || !emailField()) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    const field = emailField();
    if (!field) return;
    const now = performance.now();
    visible ??= now;
    if (field.closest('[data-prerendered]')) return;
    observer.disconnect();
    reportLoginForm(JSON.stringify({ time: now, visible }));
  });
}
