/** The part of the React DevTools hook that Fast Refresh uses. */
interface RendererHook {
  readonly renderers: Map<number, unknown>;
  inject(renderer: unknown): number;
}

declare global {
  var __REACT_DEVTOOLS_GLOBAL_HOOK__: RendererHook | undefined;
}

/**
 * Stores the renderer that react-dom registers, as React DevTools would. Each page module's Fast Refresh comes with its
 * own build, after react-dom, and finds only stored renderers. This must run before react-dom, so it is the first module
 * of the development build.
 */
function storeRenderers(): void {
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

storeRenderers();
