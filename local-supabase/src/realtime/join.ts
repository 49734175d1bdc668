import * as v from 'valibot';
import type { KeyRole } from '../http/gateway.ts';
import { RealtimeError } from './caller.ts';
import type { Caller } from './caller.ts';
import { jsonObject } from './frames.ts';
import type { UserBroadcast } from './frames.ts';
import { ChannelRights } from './message-policies.ts';
import type { RealtimeServices } from './realtime-services.ts';
import { messagesSince } from './stored-messages.ts';

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

/** The payload of a join (supabase/realtime, lib/realtime_web/channels/payloads/). */
type JoinPayload = v.InferOutput<typeof joinSchema>;

/** The configuration of a channel. */
export type JoinConfig = JoinPayload['config'];

/** Parses the payload of a `phx_join`. @throws RealtimeError naming the invalid field */
export function parseJoin(payload: unknown): JoinPayload {
  const parsed = v.safeParse(joinSchema, payload);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new RealtimeError('InvalidJoinPayload', `${v.getDotPath(issue) ?? 'payload'}: ${issue.message}`);
}

/** An accepted join. */
export interface Admission {
  config: JoinConfig;
  caller: Caller;
  /** As the client sent it; an API key, or none, for a caller without a session. */
  token: string | null | undefined;
  rights: ChannelRights;
  /** The earlier messages that the client requested, by id. */
  replay: Map<string, UserBroadcast>;
}

/** Decides whether a client may join a topic. @throws RealtimeError */
export async function admit({ database, callers }: RealtimeServices, name: string, payload: unknown, keyRole: KeyRole): Promise<Admission> {
  if (name === '') throw new RealtimeError('TopicNameRequired', 'You must provide a topic name');
  const { config, access_token: accessToken, user_token: userToken } = parseJoin(payload);
  const token = userToken ?? accessToken;
  const caller = await callers.resolve(token, keyRole);
  const requestedReplay = config.broadcast.replay;
  if (!config.private) {
    if (requestedReplay) throw new RealtimeError('UnableToReplayMessages', 'Replay is not allowed for public channels');
    return { config, caller, token, rights: ChannelRights.ofPublic(), replay: new Map() };
  }
  const rights = ChannelRights.ofPrivate(database, caller.claims, name);
  await requireReadable(rights, name, config.presence.enabled);
  if (requestedReplay && !rights.reads('broadcast')) throw notReadable(name);
  return { config, caller, token, rights, replay: requestedReplay ? await messagesSince(database, name, requestedReplay) : new Map<string, UserBroadcast>() };
}

/**
 * Checks with the policies what the client may receive from a private topic: broadcasts and, if requested, presence.
 * @throws RealtimeError if it may receive neither
 */
export async function requireReadable(rights: ChannelRights, name: string, presence: boolean): Promise<void> {
  await rights.askReads('broadcast', ...(presence ? (['presence'] as const) : []));
  if (!rights.reads('broadcast') && !rights.reads('presence')) throw notReadable(name);
}

function notReadable(name: string): RealtimeError {
  return new RealtimeError('Unauthorized', `You do not have permissions to read from this Channel topic: ${name}`);
}
