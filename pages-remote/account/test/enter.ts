import userEvent from '@testing-library/user-event';

/**
 * Fills in a field by pasting, as password managers do. Typing renders the form once for each key, so tests type only
 * where the keys matter.
 */
export async function enter(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}

/** Fills in the last field of a form, and presses Enter there. */
export async function enterAndSubmit(field: HTMLElement, text: string): Promise<void> {
  await enter(field, text);
  await userEvent.keyboard('{Enter}');
}
