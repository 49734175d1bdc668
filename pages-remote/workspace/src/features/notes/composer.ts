/** Focuses the form for a new note; null while the page has none. */
let focusForm: (() => void) | null = null;

/** Lets commands focus the form for a new note, or say why it is not there, until the returned function is called. */
export function offerComposer(focus: () => void): () => void {
  focusForm = focus;
  return () => {
    if (focusForm === focus) focusForm = null;
  };
}

/** Focuses the form for a new note, if the page has one. */
export function focusComposer(): void {
  focusForm?.();
}
