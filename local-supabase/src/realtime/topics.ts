import { randomBytes, randomUUID } from 'node:crypto';
import { formatBroadcast, formatTextFrame } from './frames.ts';
import type { Message, ProtocolVersion } from './frames.ts';

/** A channel that has joined a topic. */
export interface Member {
  readonly version: ProtocolVersion;
  /** Whether the policies let it receive this extension. */
  readonly receives: (extension: 'broadcast' | 'presence') => boolean;
  /** The ids of stored messages that it got as a replay when it joined. */
  readonly replayed: ReadonlySet<string>;
  readonly send: (frame: string | Buffer) => void;
}

/** The options of a broadcast. */
interface BroadcastOptions {
  /** The sender, which does not get it. */
  except?: Member;
  /** The id of a stored message. */
  id?: string;
}

/** The channels that have joined one name. A private and a public topic with the same name are separate. */
export class Topic {
  readonly name: string;
  readonly members = new Set<Member>();
  readonly presence = new Presence<Member>();

  constructor(name: string) {
    this.name = name;
  }

  /** The name that clients use. */
  get channelName(): string {
    return `realtime:${this.name}`;
  }

  /** Sends a broadcast to every member that may receive it. */
  broadcast(message: Message['payload'], { except, id }: BroadcastOptions = {}): void {
    this.#send('broadcast', (version) => formatBroadcast(version, this.channelName, message), except, id);
  }

  /** Sends a presence change to every member that may receive it. */
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

/** The topics with members. */
export class Topics {
  readonly #topics = { public: new Map<string, Topic>(), private: new Map<string, Topic>() };

  /** The topic with this name, if it has members. */
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

  /** Removes a member from its topic. The others get a presence change. */
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

/** A presence list in the form of Phoenix.Presence: for each key, one meta per channel that tracks itself under it. */
type PresenceList = Record<string, { metas: Meta[] }>;

/** A change of a presence list. */
interface PresenceDiff {
  joins: PresenceList;
  leaves: PresenceList;
}

interface PresenceEntry {
  key: string;
  /** The payload as JSON, for detecting changes. */
  json: string;
  meta: Meta;
}

/** The presence key of a channel without its own. */
export function randomPresenceKey(): string {
  return randomUUID();
}

/** The presence list of one topic. Each owner, a channel, has at most one entry. */
class Presence<Owner> {
  readonly #entries = new Map<Owner, PresenceEntry>();

  /** Adds or changes an owner's entry. Returns undefined if nothing changed. */
  track(owner: Owner, key: string, payload: Payload): PresenceDiff | undefined {
    const before = this.#entries.get(owner);
    const json = JSON.stringify(payload);
    if (before?.json === json) return undefined;
    const meta = { ...payload, ...(before && { phx_ref_prev: before.meta.phx_ref }), phx_ref: randomBytes(9).toString('base64url') };
    this.#entries.set(owner, { key, json, meta });
    return { joins: listOf([{ key, meta }]), leaves: listOf(before ? [before] : []) };
  }

  /** Removes an owner's entry. Returns undefined if it has none. */
  untrack(owner: Owner): PresenceDiff | undefined {
    const entry = this.#entries.get(owner);
    if (!entry) return undefined;
    this.#entries.delete(owner);
    return { joins: {}, leaves: listOf([entry]) };
  }

  /** The current list. */
  list(): PresenceList {
    return listOf([...this.#entries.values()]);
  }
}

function listOf(entries: readonly Pick<PresenceEntry, 'key' | 'meta'>[]): PresenceList {
  const metas = new Map<string, Meta[]>();
  for (const { key, meta } of entries) metas.set(key, [...(metas.get(key) ?? []), meta]);
  return Object.fromEntries([...metas].map(([key, list]) => [key, { metas: list }]));
}
