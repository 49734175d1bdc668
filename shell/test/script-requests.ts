/** How the network responds to a script request. */
type ScriptResponse = 'load' | 'error' | 'hang';

/** Responds to script elements added to the head, which jsdom does not load. Returns the requested scripts. */
export function respondToScripts(respond: (script: HTMLScriptElement) => ScriptResponse): HTMLScriptElement[] {
  const requested: HTMLScriptElement[] = [];
  const append = jest.spyOn(document.head, 'append');
  append.mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) throw new Error('Only scripts are expected here.');
      requested.push(node);
      const event = respond(node);
      if (event !== 'hang') queueMicrotask(() => node.dispatchEvent(new Event(event)));
    }
  });
  return requested;
}
