import { randomBytes, randomUUID } from 'node:crypto';
import { formatBroadcast, formatTextFrame } from './frames.ts';
import type { Message, ProtocolVersion } from './frames.ts';

/** A channel, as its topic sees it. */
export interface Member {
  readonly version: ProtocolVersion;
  /** Whether the policies let it receive this. */
  readonly receives: (extension: 'broadcast' | 'presence') => boolean;
  /** Has got this message of the database already, when it joined. */
  readonly replayed: ReadonlySet<string>;
  readonly send: (frame: string | Buffer) => void;
}

/** What a broadcast needs beside its message. */
interface BroadcastOptions {
  /** The member that does not get it, because it sent it. */
  except?: Member;
  /** The message's id in realtime.messages. */
  id?: string;
}

/** Everybody who listens to one name. A private and a public topic of one name are two. */
export class Topic {
  readonly name: string;
  readonly members = new Set<Member>();
  readonly presence = new Presence<Member>();

  constructor(name: string) {
    this.name = name;
  }

  /** The name under which clients know it. */
  get channelName(): string {
    return `realtime:${this.name}`;
  }

  /** Sends a broadcast to everybody who may receive it. */
  broadcast(message: Message['payload'], { except, id }: BroadcastOptions = {}): void {
    this.#send('broadcast', (version) => formatBroadcast(version, this.channelName, message), except, id);
  }

  /** Tells everybody who may know of a change in who is there. */
  presenceChanged(diff: PresenceDiff | undefined): void {
    if (!diff) return;
    this.#send('presence', (version) =>
      formatTextFrame(version, { joinRef: null, ref: null, topic: this.channelName, event: 'presence_diff', payload: { ...diff } }),
    );
  }

  #send(extension: 'broadcast' | 'presence', format: (version: ProtocolVersion) => string | Buffer | undefined, except?: Member, id?: string): void {
    const frames = new Map<ProtocolVersion, string | Buffer | undefined>();
    for (const member of this.members) {
      if (member === except || !member.receives(extension) || (id !== undefined && member.replayed.has(id))) continue;
      if (!frames.has(member.version)) frames.set(member.version, format(member.version));
      const frame = frames.get(member.version);
      if (frame !== undefined) member.send(frame);
    }
  }
}

/** The topics that somebody listens to. */
export class Topics {
  readonly #topics = { public: new Map<string, Topic>(), private: new Map<string, Topic>() };

  /** A topic that somebody listens to. */
  find(name: string, isPrivate: boolean): Topic | undefined {
    return this.#of(isPrivate).get(name);
  }

  /** Adds a member to a topic. */
  enter(name: string, isPrivate: boolean, member: Member): Topic {
    const topics = this.#of(isPrivate);
    const topic = topics.get(name) ?? new Topic(name);
    topics.set(name, topic);
    topic.members.add(member);
    return topic;
  }

  /** Removes a member from its topic; the others learn that it is not there any more. */
  leave(topic: Topic, isPrivate: boolean, member: Member): void {
    topic.members.delete(member);
    topic.presenceChanged(topic.presence.untrack(member));
    if (topic.members.size === 0) this.#of(isPrivate).delete(topic.name);
  }

  #of(isPrivate: boolean): Map<string, Topic> {
    return isPrivate ? this.#topics.private : this.#topics.public;
  }
}

type Payload = Readonly<Record<string, unknown>>;
type Meta = Payload & { phx_ref: string; phx_ref_prev?: string };

/** Who is there, as Phoenix.Presence tells it: for each key, one entry (meta) of each channel that tracks itself under it. */
type PresenceList = Record<string, { metas: Meta[] }>;

/** A change of the list. */
interface PresenceDiff {
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
class Presence<Owner> {
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
