import type { KeyRole } from '../http/gateway.ts';
import type { Caller } from './caller.ts';
import { ChannelRights } from './channel-rights.ts';
import type { UserBroadcast } from './frames/message.ts';
import { parseJoin } from './join-payload.ts';
import type { JoinConfig } from './join-payload.ts';
import type { RealtimeServices } from './realtime-services.ts';
import { Refusal } from './refusal.ts';
import { messagesSince } from './replay.ts';

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
