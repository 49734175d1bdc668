/** Focuses the form for a new note; null while none is on screen. */
let focusForm: (() => void) | null = null;

/** Lets commands focus the form for a new note until the returned function is called. */
export function offerComposer(focus: () => void): () => void {
  focusForm = focus;
  return () => {
    if (focusForm === focus) focusForm = null;
  };
}

/** Focuses the form for a new note. Returns false if none is on screen. */
export function focusComposer(): boolean {
  focusForm?.();
  return focusForm !== null;
}
