/** Gives the focus to the page, for a button that goes. */
export function focusPage(): void {
  document.getElementById('content')?.focus();
}
