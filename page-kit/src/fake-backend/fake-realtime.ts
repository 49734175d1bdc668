import * as v from 'valibot';
import { conditionsOf } from './conditions.ts';
import type { FakeTable, TableChange } from './fake-table.ts';
import { splitList, type Caller, type Row } from './values.ts';
import { readFrame, writeFrame, type Message } from './realtime-frames.ts';

const bindingSchema = v.object({
  event: v.string(),
  schema: v.optional(v.string(), 'public'),
  table: v.optional(v.string()),
  filter: v.optional(v.string()),
});
const joinSchema = v.object({
  config: v.object({
    broadcast: v.optional(v.object({ ack: v.optional(v.boolean(), false), self: v.optional(v.boolean(), false) }), {}),
    presence: v.optional(v.object({ key: v.optional(v.string(), ''), enabled: v.optional(v.boolean(), false) }), {}),
    postgres_changes: v.optional(v.array(bindingSchema), []),
  }),
  access_token: v.optional(v.string()),
});
const tokenSchema = v.object({ access_token: v.string() });
const presenceSchema = v.object({ event: v.string(), payload: v.optional(v.record(v.string(), v.unknown()), {}) });

/** A subscription to changes of rows. */
interface Binding extends v.InferOutput<typeof bindingSchema> {
  readonly id: number;
  /** Columns that the filter reads. */
  readonly columns: readonly string[];
  readonly fits: (row: Row) => boolean;
}

interface Member {
  readonly joinRef: string | null;
  readonly send: (message: Message) => void;
  readonly key: string;
  readonly self: boolean;
  readonly ack: boolean;
  readonly bindings: readonly Binding[];
  token: string | null;
}

/** The server's end of a socket, which receives what the client sends. */
export interface RealtimeConnection {
  readonly receive: (frame: string | ArrayBuffer) => void;
  readonly close: () => void;
}

/**
 * The realtime service of the fake backend: broadcast, presence and changes of rows, for any kind of socket. It has no policies of
 * `realtime.messages`, so it lets everyone join a private channel.
 */
export class FakeRealtime {
  readonly #callerOf: (token: string | null) => Caller | null;
  readonly #tableOf: (name: string) => FakeTable | undefined;
  readonly #members = new Map<string, Set<Member>>();
  readonly #rooms = new Map<string, Room>();
  #lastId = 0;

  constructor(callerOf: (token: string | null) => Caller | null, tableOf: (name: string) => FakeTable | undefined) {
    this.#callerOf = callerOf;
    this.#tableOf = tableOf;
  }

  /** Broadcasts to all clients of a channel, as another user would. */
  broadcast(channel: string, event: string, payload: unknown): void {
    this.#send(`realtime:${channel}`, 'broadcast', { type: 'broadcast', event, payload });
  }

  /** Makes another user join a channel. Returns the function that makes them leave. */
  join(channel: string, key: string, state: Readonly<Record<string, unknown>> = {}): () => void {
    const room = this.#room(`realtime:${channel}`);
    const ref = crypto.randomUUID();
    room.track(ref, key, state);
    return () => room.untrack(ref);
  }

  /** The current presences of a channel, by key. */
  presences(channel: string): Presences {
    return this.#room(`realtime:${channel}`).state;
  }

  /** The number of clients of a channel. */
  listeners(channel: string): number {
    return this.#members.get(`realtime:${channel}`)?.size ?? 0;
  }

  /** Connects a client. @param send receives the messages for it */
  connect(send: (frame: string) => void): RealtimeConnection {
    const joined = new Map<string, Member>();
    const post = (message: Message) => send(writeFrame(message));
    return {
      receive: (frame) => this.#receive(readFrame(frame), joined, post),
      close: () => {
        for (const [topic, member] of joined) this.#leave(topic, member);
        joined.clear();
      },
    };
  }

  /** Reports the change of a row to the channels that subscribed to it. */
  sendChange({ table, kind, row, before }: TableChange): void {
    const definition = this.#tableOf(table);
    const keyOf = (whole: Row) => Object.fromEntries((definition?.key ?? []).map((column) => [column, whole[column]]));
    for (const [topic, members] of this.#members) {
      for (const member of members) {
        // As on the real service, all subscribers receive a deletion, but only the key.
        if (row && !definition?.allows(row, this.#callerOf(member.token))) continue;
        const ids = member.bindings.filter((binding) => concerns(binding, table, kind, row ?? keyOf(before ?? {}))).map(({ id }) => id);
        if (ids.length === 0) continue;
        const data = { schema: 'public', table, type: kind, commit_timestamp: new Date().toISOString(), columns: [], record: row ?? {}, old_record: before ? keyOf(before) : {}, errors: null };
        member.send({ joinRef: null, ref: null, topic, event: 'postgres_changes', payload: { ids, data } });
      }
    }
  }

  #receive(message: Message, joined: Map<string, Member>, send: (message: Message) => void): void {
    const { topic, event, payload } = message;
    const reply = (response: unknown = {}) => send({ ...message, event: 'phx_reply', payload: { status: 'ok', response } });
    if (event === 'heartbeat') return reply();
    if (event === 'phx_join') return this.#join(message, joined, send, reply);
    const member = joined.get(topic);
    if (!member) return;
    switch (event) {
      case 'phx_leave':
        this.#leave(topic, member);
        joined.delete(topic);
        return reply();
      case 'access_token':
        member.token = v.parse(tokenSchema, payload).access_token;
        return;
      case 'presence': {
        const { event: what, payload: state } = v.parse(presenceSchema, payload);
        if (what === 'track') this.#room(topic).track(refOf(member), member.key, state);
        else this.#room(topic).untrack(refOf(member));
        return reply();
      }
      case 'broadcast':
        this.#send(topic, 'broadcast', payload, member.self ? null : member);
        if (member.ack) reply();
    }
  }

  #join({ joinRef, ref, topic, payload }: Message, joined: Map<string, Member>, send: (message: Message) => void, reply: (response: unknown) => void): void {
    const { config, access_token: token = null } = v.parse(joinSchema, payload);
    const bindings: Binding[] = [];
    for (const binding of config.postgres_changes) {
      try {
        const conditions = filterOf(binding.filter ?? '');
        bindings.push({ ...binding, id: (this.#lastId += 1), columns: [...conditions.keys()], fits: conditionsOf(conditions) });
      } catch (error) {
        const reason = `The fake backend cannot subscribe with the filter ${binding.filter ?? ''}: ${error instanceof Error ? error.message : String(error)}`;
        return send({ joinRef, ref, topic, event: 'phx_reply', payload: { status: 'error', response: { reason } } });
      }
    }
    const { key, enabled } = config.presence;
    const member: Member = { joinRef, send, key: key || crypto.randomUUID(), self: config.broadcast.self ?? false, ack: config.broadcast.ack ?? false, bindings, token };
    const before = joined.get(topic);
    if (before) this.#leave(topic, before);
    joined.set(topic, member);
    this.#members.set(topic, (this.#members.get(topic) ?? new Set()).add(member));
    reply({ postgres_changes: bindings.map(({ id, event, schema, table, filter }) => ({ id, event, schema, table, filter })) });
    const push = (event: string, content: unknown) => send({ joinRef, ref: null, topic, event, payload: content });
    if (enabled) push('presence_state', this.#room(topic).state);
    if (bindings.length > 0) push('system', { status: 'ok', extension: 'postgres_changes', message: 'Subscribed to PostgreSQL', channel: topic.replace(/^realtime:/, '') });
  }

  #leave(topic: string, member: Member): void {
    this.#members.get(topic)?.delete(member);
    this.#room(topic).untrack(refOf(member));
  }

  #send(topic: string, event: string, payload: unknown, except: Member | null = null): void {
    for (const member of this.#members.get(topic) ?? []) {
      if (member !== except) member.send({ joinRef: null, ref: null, topic, event, payload });
    }
  }

  #room(topic: string): Room {
    const room = this.#rooms.get(topic) ?? new Room((event, payload) => this.#send(topic, event, payload));
    this.#rooms.set(topic, room);
    return room;
  }
}

const refs = new WeakMap<Member, string>();

/** Distinguishes the tabs of one user. */
function refOf(member: Member): string {
  const ref = refs.get(member) ?? crypto.randomUUID();
  refs.set(member, ref);
  return ref;
}

/** `column=eq.1`, or several of them with commas between. The values are not escaped. */
function filterOf(filter: string): URLSearchParams {
  return new URLSearchParams(splitList(filter).map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]));
}

/** @param row the known columns: only the key for a deleted row, so filters on other columns do not match */
function concerns({ event, schema, table, columns, fits }: Binding, changed: string, kind: string, row: Row): boolean {
  return (
    (event === '*' || event === kind) &&
    (schema === '*' || schema === 'public') &&
    (table === undefined || table === '*' || table === changed) &&
    (kind !== 'DELETE' || columns.every((column) => column in row)) &&
    fits(row)
  );
}

/** Users by key, with the state of each of their tabs. */
type Presences = Readonly<Record<string, { readonly metas: readonly Readonly<Record<string, unknown>>[] }>>;

/** The presence of one topic. */
class Room {
  readonly #present = new Map<string, { readonly key: string; readonly meta: Readonly<Record<string, unknown>> }>();
  readonly #push: (event: string, payload: unknown) => void;

  constructor(push: (event: string, payload: unknown) => void) {
    this.#push = push;
  }

  /** The current presences. */
  get state(): Presences {
    const state: Record<string, { metas: Readonly<Record<string, unknown>>[] }> = {};
    for (const { key, meta } of this.#present.values()) (state[key] ??= { metas: [] }).metas.push(meta);
    return state;
  }

  /** Adds a user, or changes their state. */
  track(ref: string, key: string, state: Readonly<Record<string, unknown>>): void {
    const before = this.#present.get(ref);
    const meta = { ...state, phx_ref: crypto.randomUUID() };
    this.#present.set(ref, { key, meta });
    this.#push('presence_diff', { joins: { [key]: { metas: [meta] } }, leaves: before ? { [before.key]: { metas: [before.meta] } } : {} });
  }

  /** Removes a user. */
  untrack(ref: string): void {
    const before = this.#present.get(ref);
    this.#present.delete(ref);
    if (before) this.#push('presence_diff', { joins: {}, leaves: { [before.key]: { metas: [before.meta] } } });
  }
}
