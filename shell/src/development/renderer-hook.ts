/** The part of React's hook for its developer tools that Fast Refresh works through. */
interface RendererHook {
  readonly renderers: Map<number, unknown>;
  inject(renderer: unknown): number;
}

declare global {
  var __REACT_DEVTOOLS_GLOBAL_HOOK__: RendererHook | undefined;
}

/**
 * Keeps the renderer that react-dom announces. Each page module's Fast Refresh comes with its own build, later than
 * react-dom, and finds only renderers that were kept; React's developer tools keep them, where a person has those.
 * It has to run before react-dom, so it is the first thing in the development build.
 */
function keepRenderers(): void {
  const hook = globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ?? newHook();
  const inject = hook.inject.bind(hook);
  hook.inject = (renderer) => {
    const id = inject(renderer);
    hook.renderers.set(id, renderer);
    return id;
  };
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = hook;
}

function newHook() {
  let ids = 0;
  return {
    renderers: new Map<number, unknown>(),
    supportsFiber: true,
    inject: () => ids++,
    onScheduleFiberRoot: () => undefined,
    onCommitFiberRoot: () => undefined,
    onCommitFiberUnmount: () => undefined,
  };
}

keepRenderers();
