/** Throws errors in a tab. Stored under the symbol `atrium verify errors`. */
interface ErrorSource {
  /** Makes pages throw an error while they render, until React reports one. */
  breakPages(): void;
}

/** Prepares a tab, before any script of the page runs, for errors in the middle of a page. The page itself needs no preparation. */
export function prepareErrors(): void {
  let broken: Error | null = null;
  // React creates an element for each tag while it renders, so an error there is like an error in the page's own code.
  // oxlint-disable-next-line typescript/unbound-method -- called with its document below
  const create = Document.prototype.createElement;
  Document.prototype.createElement = function (this: Document, ...given: Parameters<typeof create>) {
    if (broken && given[0] === 'h1') throw broken;
    return create.apply(this, given);
  };
  // React reports an error after its boundary has rendered.
  const report = console.error.bind(console);
  console.error = (...given: unknown[]) => {
    if (broken && given.includes(broken)) broken = null;
    report(...given);
  };

  const source: ErrorSource = { breakPages: () => (broken = new Error('atrium verify: an error in the middle of a page')) };
  Object.defineProperty(window, Symbol.for('atrium verify errors'), { value: source });
}
