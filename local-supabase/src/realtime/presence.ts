import { randomBytes, randomUUID } from 'node:crypto';

type Payload = Readonly<Record<string, unknown>>;
type Meta = Payload & { phx_ref: string; phx_ref_prev?: string };

/** Who is there, as Phoenix.Presence tells it: for each key, one entry (meta) of each channel that tracks itself under it. */
export type PresenceList = Record<string, { metas: Meta[] }>;

/** A change of the list. */
export interface PresenceDiff {
  joins: PresenceList;
  leaves: PresenceList;
}

interface Entry {
  key: string;
  /** As it came, to see whether the next one is different. */
  said: string;
  meta: Meta;
}

/** A key for a channel that chose none. */
export function randomPresenceKey(): string {
  return randomUUID();
}

/** The people of one topic. An owner is a channel: it has one entry, which goes with it. */
export class Presence<Owner> {
  readonly #entries = new Map<Owner, Entry>();

  /** Enters an owner, or changes its entry; undefined where nothing changed. */
  track(owner: Owner, key: string, payload: Payload): PresenceDiff | undefined {
    const before = this.#entries.get(owner);
    const said = JSON.stringify(payload);
    if (before?.said === said) return undefined;
    const meta = { ...payload, ...(before && { phx_ref_prev: before.meta.phx_ref }), phx_ref: randomBytes(9).toString('base64url') };
    this.#entries.set(owner, { key, said, meta });
    return { joins: listOf([{ key, meta }]), leaves: listOf(before ? [before] : []) };
  }

  /** Removes an owner's entry; undefined where there is none. */
  untrack(owner: Owner): PresenceDiff | undefined {
    const entry = this.#entries.get(owner);
    if (!entry) return undefined;
    this.#entries.delete(owner);
    return { joins: {}, leaves: listOf([entry]) };
  }

  /** Everybody who is there. */
  list(): PresenceList {
    return listOf([...this.#entries.values()]);
  }
}

function listOf(entries: readonly Pick<Entry, 'key' | 'meta'>[]): PresenceList {
  const metas = new Map<string, Meta[]>();
  for (const { key, meta } of entries) metas.set(key, [...(metas.get(key) ?? []), meta]);
  return Object.fromEntries([...metas].map(([key, list]) => [key, { metas: list }]));
}
