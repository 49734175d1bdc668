/** What can be asked of a tab that is to fail, under the symbol `atrium verify errors`. */
export interface ErrorSource {
  /** The next pages throw an error while they are drawn, until React says that one did. */
  breakPages(): void;
}

/** Prepares a tab, before any script of a page runs, for errors in the middle of a page, which needs no part in them. */
export function prepareErrors(): void {
  let broken: Error | null = null;
  // React makes an element for each tag while it draws: what fails there fails as a page's own code does.
  // oxlint-disable-next-line typescript/unbound-method -- called with its document below
  const create = Document.prototype.createElement;
  Document.prototype.createElement = function (this: Document, ...given: Parameters<typeof create>) {
    if (broken && given[0] === 'h1') throw broken;
    return create.apply(this, given);
  };
  // React reports what a boundary caught, once the boundary has given way.
  const complain = console.error.bind(console);
  console.error = (...given: unknown[]) => {
    if (broken && given.includes(broken)) broken = null;
    complain(...given);
  };

  const source: ErrorSource = { breakPages: () => (broken = new Error('atrium verify: an error in the middle of a page')) };
  Object.defineProperty(window, Symbol.for('atrium verify errors'), { value: source });
}
