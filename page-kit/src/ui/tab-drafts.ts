/** What a module keeps of text that is not saved yet, for as long as the tab lives. */
export interface TabDrafts {
  /** Every draft by its key, in the order in which they were begun. Another release of the module may have written it: parse it. */
  all(): readonly (readonly [key: string, draft: unknown])[];
  /** Keeps a draft that survives JSON, or, with null, no longer. Never one with a password, a code or another secret. */
  keep(key: string, draft: unknown): void;
  /** Calls the listener after each change, whichever release made it. Gives back the function that ends it. */
  subscribe(listener: () => void): () => void;
}

/**
 * The drafts of a module. They outlive its pages, a new release of it and a reload: they are in memory that all its
 * releases share, and in session storage, which goes with the tab.
 *
 * @param name with the module's name in it, and of no other drafts
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

/** In memory too, so that going to another page loses nothing where nothing can be stored. */
function sharedDrafts(name: string): SharedDrafts {
  const place = Symbol.for(name);
  const found: unknown = Reflect.get(globalThis, place);
  if (isShared(found)) return found;
  const made = { drafts: new Map(readStored(name)), changes: new EventTarget() };
  Reflect.set(globalThis, place, made);
  return made;
}

// By hand, as below: a schema would bring valibot to the first screen of modules that have forms there.
function isShared(found: unknown): found is SharedDrafts {
  return typeof found === 'object' && found !== null && 'drafts' in found && found.drafts instanceof Map && 'changes' in found && found.changes instanceof EventTarget;
}

function readStored(name: string): [string, unknown][] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]');
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    // A browser that forbids storage keeps drafts in memory alone.
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
    // Full or forbidden: the drafts are in memory.
  }
}
