/** Throws errors in a tab. Stored under the symbol `atrium verify errors`. */
interface ErrorSource {
  /** Makes pages throw an error while they render, until React reports one. */
  breakPages(): void;
  /** Makes the extensions of the release that load from now on throw an error in the middle of their content, each time they render. */
  breakExtensions(): void;
  /** Prepares the extensions of the release, before the shell has them. */
  prepareModule(module: object): void;
}

/** Prepares a tab, before any script of the page runs, for errors in the middle of a page or an extension. Their code needs no preparation. */
export function prepareErrors(): void {
  let broken: Error | null = null;
  let breaksExtensions = false;
  let isInExtension = false;
  // React creates an element for each tag while it renders, so an error there is like an error in the page's own code.
  // oxlint-disable-next-line typescript/unbound-method -- called with its document below
  const create = Document.prototype.createElement;
  Document.prototype.createElement = function (this: Document, ...given: Parameters<typeof create>) {
    if (broken && given[0] === 'h1') throw broken;
    if (isInExtension) {
      isInExtension = false;
      throw new Error('atrium verify: an error in the middle of an extension');
    }
    return create.apply(this, given);
  };
  // React reports an error after its boundary has rendered.
  const report = console.error.bind(console);
  console.error = (...given: unknown[]) => {
    if (broken && given.includes(broken)) broken = null;
    report(...given);
  };

  /** A React element, because this script cannot import React. */
  const elementOf = (type: unknown, key: string, props: unknown) => ({ $$typeof: Symbol.for('react.transitional.element'), type, key, ref: null, props });
  /** React renders the component's first tag between the start and the end. */
  const breakComponent = (component: unknown) => {
    const End = () => {
      isInExtension = false;
      return null;
    };
    return function Start(props: unknown) {
      // React calls components without props to describe them in a stack.
      if (props === undefined) return null;
      isInExtension = true;
      return [elementOf(component, 'extension', props), elementOf(End, 'end', {})];
    };
  };
  const source: ErrorSource = {
    breakPages: () => (broken = new Error('atrium verify: an error in the middle of a page')),
    breakExtensions: () => (breaksExtensions = true),
    prepareModule: (module) => {
      const extensions: unknown = Reflect.get(module, 'extensions');
      if (typeof extensions !== 'object' || extensions === null) return;
      const prepared = Object.entries(extensions).map(([key, load]: [string, unknown]) => [
        key,
        async () => {
          const loaded: unknown = typeof load === 'function' ? await Reflect.apply(load, extensions, []) : null;
          return breaksExtensions && typeof loaded === 'object' && loaded !== null && 'default' in loaded ? { default: breakComponent(loaded.default) } : loaded;
        },
      ]);
      Reflect.set(module, 'extensions', Object.fromEntries(prepared));
    },
  };
  Object.defineProperty(window, Symbol.for('atrium verify errors'), { value: source });
}
