/** What the network does with a script that the page asks for. */
export type ScriptAnswer = 'load' | 'error' | 'hang';

/** Answers the script elements that are put into the head: jsdom itself loads none. Gives back what was asked for. */
export function answerScripts(answer: (script: HTMLScriptElement) => ScriptAnswer): HTMLScriptElement[] {
  const asked: HTMLScriptElement[] = [];
  const append = jest.spyOn(document.head, 'append');
  append.mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) throw new Error('Only scripts are expected here.');
      asked.push(node);
      const event = answer(node);
      if (event !== 'hang') queueMicrotask(() => node.dispatchEvent(new Event(event)));
    }
  });
  return asked;
}
