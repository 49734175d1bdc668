/** A window of jsdom, as far as dialogs need it. */
interface DialogWindow {
  readonly HTMLDialogElement: typeof HTMLDialogElement;
  readonly Event: typeof Event;
}

/** Gives a window what jsdom lacks of `<dialog>`: enough for components that show one and close it. */
export function teachDialogs({ HTMLDialogElement: Dialog, Event: DialogEvent }: DialogWindow): void {
  function show(this: HTMLDialogElement): void {
    if (this.open) throw new DOMException('The dialog is open.', 'InvalidStateError');
    this.open = true;
  }
  Dialog.prototype.show = show;
  Dialog.prototype.showModal = show;
  Dialog.prototype.close = function close(this: HTMLDialogElement, returnValue?: string) {
    if (!this.open) return;
    this.open = false;
    if (returnValue !== undefined) this.returnValue = returnValue;
    queueMicrotask(() => this.dispatchEvent(new DialogEvent('close')));
  };
}
