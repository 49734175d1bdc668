import { formatBroadcast } from './frames/broadcast-frame.ts';
import type { Message, ProtocolVersion } from './frames/message.ts';
import { formatTextFrame } from './frames/text-frames.ts';
import { Presence } from './presence.ts';
import type { PresenceDiff } from './presence.ts';

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
export interface BroadcastOptions {
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
