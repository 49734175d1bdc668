import type { Page } from '@playwright/test';
import * as v from 'valibot';

const copiesSchema = v.object({
  /** Copies of React's renderer that registered with the developer tools. */
  renderers: v.number(),
  /** Different contexts named AuthContext that the tree provides or reads. */
  authContexts: v.number(),
  /** Elements that provide one of them. */
  authProviders: v.number(),
  /** Federation instances that provide a shared package. */
  sharedFrom: v.array(v.string()),
  /** Broadcast channels that Supabase clients have opened, one per client. */
  clientChannels: v.number(),
});

/** Counts of the packages that a tab must load exactly once. */
type Copies = v.InferOutput<typeof copiesSchema>;

/** Starts counting. Call it before the first page is opened. */
export async function watchLoadedCopies(page: Page): Promise<void> {
  await page.addInitScript({ content: `(${installWatch.toString()})()` });
}

/** The counts up to now. */
export async function countLoadedCopies(page: Page): Promise<Copies> {
  const copies = await page.evaluate((): unknown => {
    const count: unknown = Reflect.get(globalThis, 'countLoadedCopies');
    return typeof count === 'function' ? Reflect.apply(count, null, []) : null;
  });
  return v.parse(copiesSchema, copies);
}

/** Runs in the page. Replaces React's developer tools, with which every renderer and every tree registers. */
function installWatch(): void {
  interface Context { readonly displayName?: string }
  interface Fiber {
    readonly type: unknown;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly dependencies: { readonly firstContext: Dependency | null } | null;
  }
  interface Dependency { readonly context: Context; readonly next: Dependency | null }
  interface Root { readonly current: Fiber }

  const renderers: unknown[] = [];
  const roots = new Set<Root>();
  Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    isDisabled: false,
    supportsFiber: true,
    renderers: new Map(),
    checkDCE: () => undefined,
    inject: (renderer: unknown) => renderers.push(renderer),
    onCommitFiberRoot: (_id: number, root: Root) => roots.add(root),
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  });

  const channels: string[] = [];
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.push(name);
    }
  };

  function* fibersBelow(fiber: Fiber | null): Generator<Fiber> {
    for (let next = fiber; next; next = next.sibling) {
      yield next;
      yield* fibersBelow(next.child);
    }
  }

  function isAuthContext(value: unknown): value is Context {
    return typeof value === 'object' && value !== null && 'displayName' in value && value.displayName === 'AuthContext';
  }

  function atDepth(value: unknown, depth: number): object[] {
    if (typeof value !== 'object' || value === null) return [];
    return depth === 0 ? [value] : Object.values(value).flatMap((inner) => atDepth(inner, depth - 1));
  }

  function packagesFrom(): string[] {
    // By federation instance, scope, package and version.
    const federation: unknown = Reflect.get(globalThis, '__FEDERATION__');
    const share: unknown = typeof federation === 'object' && federation !== null ? Reflect.get(federation, '__SHARE__') : null;
    const packages = atDepth(share, 2).flatMap((scope) => Object.entries(scope));
    const from = packages
      // The shell loads these later, and the runtime notes them under who asked first (runtime-core, `loadShare`).
      .filter(([name]) => !['@atrium/page-kit/site', '@atrium/page-kit/primitives'].includes(name))
      .flatMap(([, versions]) => atDepth(versions, 1).map((shared) => ('from' in shared ? String(shared.from) : '')));
    return [...new Set(from)].sort();
  }

  Reflect.set(globalThis, 'countLoadedCopies', () => {
    const contexts = new Set<Context>();
    let authProviders = 0;
    for (const { current } of roots) {
      for (const fiber of fibersBelow(current)) {
        if (isAuthContext(fiber.type)) {
          contexts.add(fiber.type);
          authProviders += 1;
        }
        for (let read = fiber.dependencies?.firstContext ?? null; read; read = read.next) {
          if (isAuthContext(read.context)) contexts.add(read.context);
        }
      }
    }
    return {
      renderers: renderers.length,
      authContexts: contexts.size,
      authProviders,
      sharedFrom: packagesFrom(),
      clientChannels: channels.filter((name) => name.startsWith('sb-')).length,
    };
  });
}
