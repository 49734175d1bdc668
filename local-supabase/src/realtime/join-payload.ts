import * as v from 'valibot';
import { Refusal } from './refusal.ts';

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
    v.nullish(v.array(v.nullable(v.record(v.string(), v.unknown()))), []),
    v.transform((entries) => entries.filter((entry) => entry !== null)),
  ),
  postgres_changes_options: v.nullish(v.object({ wait: flag }), {}),
});

const joinSchema = v.object({ access_token: v.nullish(v.string()), user_token: v.nullish(v.string()), config: v.nullish(configSchema, {}) });

/** What a client asks for when it joins (supabase/realtime, lib/realtime_web/channels/payloads/). */
export type JoinPayload = v.InferOutput<typeof joinSchema>;

/** How a client wants its channel. */
export type JoinConfig = JoinPayload['config'];

/** A request for the messages that somebody missed. */
export type ReplayRequest = v.InferOutput<typeof replaySchema>;

/** Reads the payload of a `phx_join`. @throws Refusal naming the part that makes no sense */
export function parseJoin(payload: unknown): JoinPayload {
  const parsed = v.safeParse(joinSchema, payload);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Refusal('InvalidJoinPayload', `${v.getDotPath(issue) ?? 'payload'}: ${issue.message}`);
}
