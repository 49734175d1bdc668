/** Milliseconds within which changes are taken together: who moves a note or pastes a list makes many. */
const TOGETHER_MS = 120;

/** Takes ids that come in quick succession together, each once. */
export function collectIds(tell: (ids: readonly string[]) => void): { readonly add: (id: string) => void; readonly stop: () => void } {
  const ids = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(id) {
      ids.add(id);
      timer ??= setTimeout(() => {
        timer = undefined;
        const collected = [...ids];
        ids.clear();
        tell(collected);
      }, TOGETHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
