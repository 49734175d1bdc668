import * as v from 'valibot';
import type { KeyRole } from '../http/gateway.ts';
import { Refusal } from './caller.ts';
import type { Caller } from './caller.ts';
import { jsonObject } from './frames.ts';
import type { UserBroadcast } from './frames.ts';
import { ChannelRights } from './message-policies.ts';
import type { RealtimeServices } from './realtime-services.ts';
import { messagesSince } from './sent-messages.ts';

/** Clients in other languages send booleans as text. */
const flexibleBoolean = v.union([
  v.boolean(),
  v.pipe(
    v.string(),
    v.toLowerCase(),
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
]);
const flag = v.nullish(flexibleBoolean, false);

const replaySchema = v.object({
  /** In milliseconds since 1970. */
  since: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15)),
  limit: v.optional(v.pipe(v.number(), v.integer()), 25),
});

const configSchema = v.object({
  private: flag,
  broadcast: v.nullish(v.object({ ack: flag, self: flag, replication_ready: flag, replay: v.optional(replaySchema) }), {}),
  presence: v.nullish(v.object({ enabled: flag, key: v.nullish(v.union([v.string(), v.number(), v.boolean()]), '') }), {}),
  postgres_changes: v.pipe(
    v.nullish(v.array(v.nullable(jsonObject)), []),
    v.transform((entries) => entries.filter((entry) => entry !== null)),
  ),
  postgres_changes_options: v.nullish(v.object({ wait: flag }), {}),
});

const joinSchema = v.object({ access_token: v.nullish(v.string()), user_token: v.nullish(v.string()), config: v.nullish(configSchema, {}) });

/** What a client asks for when it joins (supabase/realtime, lib/realtime_web/channels/payloads/). */
type JoinPayload = v.InferOutput<typeof joinSchema>;

/** How a client wants its channel. */
export type JoinConfig = JoinPayload['config'];

/** Reads the payload of a `phx_join`. @throws Refusal naming the part that makes no sense */
export function parseJoin(payload: unknown): JoinPayload {
  const parsed = v.safeParse(joinSchema, payload);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Refusal('InvalidJoinPayload', `${v.getDotPath(issue) ?? 'payload'}: ${issue.message}`);
}

/** Somebody who may join a topic. */
export interface Admission {
  config: JoinConfig;
  caller: Caller;
  rights: ChannelRights;
  /** What they missed and asked for, by the messages' ids. */
  replay: Map<string, UserBroadcast>;
}

/** Decides whether somebody may join a topic. @throws Refusal */
export async function admit({ database, callers }: RealtimeServices, name: string, payload: unknown, keyRole: KeyRole): Promise<Admission> {
  if (name === '') throw new Refusal('TopicNameRequired', 'You must provide a topic name');
  const { config, access_token: accessToken, user_token: userToken } = parseJoin(payload);
  const caller = await callers.resolve(userToken ?? accessToken, keyRole);
  const asked = config.broadcast.replay;
  if (!config.private) {
    if (asked) throw new Refusal('UnableToReplayMessages', 'Replay is not allowed for public channels');
    return { config, caller, rights: ChannelRights.ofPublic(), replay: new Map() };
  }
  const rights = ChannelRights.ofPrivate(database, caller.claims, name);
  await requireReadable(rights, name, config.presence.enabled);
  if (asked && !rights.reads('broadcast')) throw notReadable(name);
  return { config, caller, rights, replay: asked ? await messagesSince(database, name, asked) : new Map<string, UserBroadcast>() };
}

/**
 * Asks the policies what may be received of a private topic: broadcasts, and presence where it is wanted.
 * @throws Refusal where it is nothing
 */
export async function requireReadable(rights: ChannelRights, name: string, presence: boolean): Promise<void> {
  await rights.askReads('broadcast', ...(presence ? (['presence'] as const) : []));
  if (!rights.reads('broadcast') && !rights.reads('presence')) throw notReadable(name);
}

function notReadable(name: string): Refusal {
  return new Refusal('Unauthorized', `You do not have permissions to read from this Channel topic: ${name}`);
}
