/** A module's unsaved text, kept until the tab closes. */
export interface TabDrafts {
  /** All drafts by key, oldest first. Parse them: another release of the module may have written them. */
  all(): readonly (readonly [key: string, draft: unknown])[];
  /** Stores a draft, which must be JSON; null removes it. Never store passwords, codes or other secrets. */
  keep(key: string, draft: unknown): void;
  /** Calls the listener after each change, by any release of the module. Returns the function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
}

/**
 * The drafts of a module. They survive navigation, a new release of the module, and a reload: they are in memory that all its
 * releases share, and in session storage, which ends with the tab.
 *
 * @param name a unique name that contains the module's name
 */
export function tabDrafts(name: string): TabDrafts {
  const { drafts, changes } = sharedDrafts(name);
  return {
    all: () => [...drafts],
    keep(key, draft) {
      if (draft === null) drafts.delete(key);
      else drafts.set(key, draft);
      store(name, drafts);
      changes.dispatchEvent(new Event('change'));
    },
    subscribe(listener) {
      changes.addEventListener('change', listener);
      return () => changes.removeEventListener('change', listener);
    },
  };
}

interface SharedDrafts {
  readonly drafts: Map<string, unknown>;
  readonly changes: EventTarget;
}

/** Drafts are also in memory, so that they survive navigation in browsers that forbid storage. */
function sharedDrafts(name: string): SharedDrafts {
  const key = Symbol.for(name);
  const found: unknown = Reflect.get(globalThis, key);
  if (isShared(found)) return found;
  const created = { drafts: new Map(readStored(name)), changes: new EventTarget() };
  Reflect.set(globalThis, key, created);
  return created;
}

// Checked without a schema, as below: valibot would be loaded with the first screen of modules that have forms there.
function isShared(found: unknown): found is SharedDrafts {
  return typeof found === 'object' && found !== null && 'drafts' in found && found.drafts instanceof Map && 'changes' in found && found.changes instanceof EventTarget;
}

function readStored(name: string): [string, unknown][] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]');
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    // In a browser that forbids storage, drafts are only in memory.
    return [];
  }
}

function isEntry(entry: unknown): entry is [string, unknown] {
  return Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string';
}

function store(name: string, drafts: ReadonlyMap<string, unknown>): void {
  try {
    if (drafts.size > 0) sessionStorage.setItem(name, JSON.stringify([...drafts]));
    else sessionStorage.removeItem(name);
  } catch {
    // Storage is full or forbidden: the drafts are only in memory.
  }
}
