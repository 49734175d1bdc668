import { MODULE_ATTRIBUTE, PRERENDERED_ATTRIBUTE, SUBMITTED_ATTRIBUTE } from '@atrium/releases/wire';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = 'input, textarea, select';
const FOCUSABLE = `${CONTROLS}, a, button, [tabindex]`;

/**
 * The prerendered page of the document, if the visitor sees it. Otherwise it is removed: from a user with a session, and when a
 * mailed link leads to another page.
 */
export function findPrerenderedPage(place: Element): HTMLElement | null {
  const page = place.querySelector<HTMLElement>(`[${PRERENDERED_ATTRIBUTE}]`);
  if (page === null) return null;
  if (page.getAttribute(PRERENDERED_ATTRIBUTE) === currentPath() && page.checkVisibility()) return page;
  page.remove();
  return null;
}

function currentPath(): string {
  return location.pathname.replace(/(?<=.)\/$/, '');
}

/**
 * Renders the site in place of a prerendered page, in one frame: what the visitor typed, the focus and the selection move to the
 * rendered page, and a form that was submitted too early is submitted. If the page appears later, because its release failed and
 * the previous one has to load, they move then.
 *
 * @param render renders the site before it returns
 */
export function replacePrerenderedPage(page: HTMLElement, place: Element, render: () => void): void {
  const { activeElement } = document;
  const focused = activeElement instanceof HTMLElement && page.contains(activeElement) ? activeElement : null;
  const focusIndex = [...page.querySelectorAll(FOCUSABLE)].findIndex((element) => element === focused);
  const selection = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? selectionOf(focused) : null;
  const autofilled = new Set(page.querySelectorAll(':autofill'));
  render();
  // The elements of the prerendered page are no longer in the document, but still have their values.
  const adopt = () => {
    const rendered = place.querySelector(`main [${MODULE_ATTRIBUTE}]`);
    if (!rendered) return false;
    for (const [typed, control] of pairs<Control>(page, rendered, CONTROLS)) fill(control, typed, autofilled.has(typed));
    if (focused) focus(page, rendered, focused, focusIndex, selection);
    for (const [form, renderedForm] of pairs<HTMLFormElement>(page, rendered, 'form')) {
      if (form.hasAttribute(SUBMITTED_ATTRIBUTE)) submit(form, renderedForm);
    }
    return true;
  };
  if (adopt()) return;
  const observer = new MutationObserver(() => {
    if (currentPath() !== page.getAttribute(PRERENDERED_ATTRIBUTE) || adopt()) observer.disconnect();
  });
  observer.observe(place, { childList: true, subtree: true });
}

/** Pairs the elements of two pages that correspond: the first with the same name and type, the second one, and so on. */
function pairs<Kind extends Element>(page: Element, rendered: Element, selector: string): [Kind, Kind][] {
  const kindOf = (element: Element) => `${element.localName} ${element.getAttribute('type')} ${element.getAttribute('name')}`;
  const waiting = [...rendered.querySelectorAll<Kind>(selector)];
  return [...page.querySelectorAll<Kind>(selector)].flatMap((element) => {
    const index = waiting.findIndex((candidate) => kindOf(candidate) === kindOf(element));
    return index === -1 ? [] : waiting.splice(index, 1).map((found): [Kind, Kind] => [element, found]);
  });
}

interface TextSelection {
  readonly start: number;
  readonly end: number;
  readonly direction: 'forward' | 'backward' | 'none';
}

/** The selected text of a field. Browsers do not reveal it for an email address: the cursor then moves to the end. */
function selectionOf({ selectionStart, selectionEnd, selectionDirection }: HTMLInputElement | HTMLTextAreaElement): TextSelection | null {
  return selectionStart === null || selectionEnd === null
    ? null
    : { start: selectionStart, end: selectionEnd, direction: selectionDirection ?? 'none' };
}

/** Moves the focus to the element that corresponds to the focused one: the same control, or the element in the same position. */
function focus(page: Element, rendered: Element, focused: HTMLElement, index: number, selection: TextSelection | null): void {
  const control = pairs<HTMLElement>(page, rendered, CONTROLS).find(([typed]) => typed === focused)?.[1];
  const target = control ?? rendered.querySelectorAll<HTMLElement>(FOCUSABLE)[index];
  target?.focus({ preventScroll: true });
  if (selection && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) {
    target.setSelectionRange(selection.start, selection.end, selection.direction);
  }
}

/** Submits a form with the button that submitted the prerendered one, which the document's script has marked as busy. */
function submit(form: HTMLFormElement, rendered: HTMLFormElement): void {
  const buttons = [...form.elements].filter((element) => element.localName === 'button');
  const pressed = buttons.findIndex((button) => button.getAttribute('aria-busy') === 'true');
  const button = [...rendered.elements].filter((element) => element.localName === 'button')[pressed];
  rendered.requestSubmit(button instanceof HTMLButtonElement && button.type === 'submit' ? button : null);
}

/** Fills a field as the browser does, so that React and the page notice it. Untouched fields stay as the page has filled them. */
function fill(control: Control, typed: Control, isAutofilled: boolean): void {
  if (typed instanceof HTMLInputElement && (typed.type === 'checkbox' || typed.type === 'radio')) {
    if (control instanceof HTMLInputElement && typed.checked !== typed.defaultChecked && control.checked !== typed.checked) control.click();
    return;
  }
  const { value } = typed;
  const untouched = typed instanceof HTMLSelectElement ? value === control.value : value === typed.defaultValue;
  if (untouched) return;
  // React replaces the property of the element itself, to notice values that are not typed.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set?.call(control, value);
  // In Input Events Level 2, text that browsers and password managers fill in counts as a replacement.
  const inputType = isAutofilled ? 'insertReplacementText' : 'insertText';
  control.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
