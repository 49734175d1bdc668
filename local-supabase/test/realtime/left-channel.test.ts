import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Database } from '../../src/database/database.ts';
import { legacyKey } from '../../src/keys/api-keys.ts';
import type { ApiKeys } from '../../src/keys/api-keys.ts';
import type { SigningKeys } from '../../src/keys/signing-keys.ts';
import { TokenVerifier } from '../../src/keys/token-verifier.ts';
import { Callers, TokenExpiry } from '../../src/realtime/caller.ts';
import { ChangeFeed } from '../../src/realtime/change-feed.ts';
import { Channel } from '../../src/realtime/channel.ts';
import { parseJoin } from '../../src/realtime/join.ts';
import { ChannelRights } from '../../src/realtime/message-policies.ts';
import { DEFAULT_REALTIME_LIMITS } from '../../src/realtime/realtime-services.ts';
import { Topics } from '../../src/realtime/topics.ts';

const JWT_SECRET = 'x'.repeat(32);

const keys: ApiKeys = {
  publishable: 'sb_publishable_x',
  secret: 'sb_secret_x',
  anon: await legacyKey('anon', JWT_SECRET),
  serviceRole: await legacyKey('service_role', JWT_SECRET),
};

const noKeys: SigningKeys = {
  get current(): never {
    throw new Error('Nothing is signed here.');
  },
  all: [],
  rotate: () => Promise.resolve(),
};

/** A private channel whose policies allow sending but not receiving, and respond when the test lets them. */
function slowChannel(): { channel: Channel; seen: string[]; pushed: string[]; respond: () => void } {
  let respond = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const database = new Database({
    query: async () => {
      await asked;
      return { rows: [] };
    },
    exec: () => Promise.resolve(),
    listen: () => Promise.resolve(),
    dump: () => Promise.resolve(new Blob([])),
    close: () => Promise.resolve(),
  });
  const topics = new Topics();
  const seen: string[] = [];
  topics.enter('room', true, { version: '2.0.0', receives: () => true, replayed: new Set(), send: (frame) => void seen.push(String(frame)) });
  const services = {
    database,
    callers: new Callers(keys, new TokenVerifier(noKeys, JWT_SECRET)),
    topics,
    feed: new ChangeFeed(database, () => undefined),
    limits: DEFAULT_REALTIME_LIMITS,
  };
  const pushed: string[] = [];
  const note = (event: string): void => void pushed.push(event);
  const caller = { claims: { role: 'anon' }, expiresAt: undefined };
  const channel = new Channel(
    services,
    { version: '2.0.0', send: () => { note('frame'); }, push: note, reply: () => { note('reply'); }, close: () => { note('close'); } },
    'room',
    { config: parseJoin({ config: { private: true } }).config, caller, token: undefined, rights: ChannelRights.ofPrivate(database, caller.claims, 'room'), replay: new Map() },
  );
  return { channel, seen, pushed, respond };
}

describe('a channel that is left while the policies are evaluated', () => {
  it('does not add the member', async () => {
    const { channel, seen, pushed, respond } = slowChannel();
    const tracked = channel.handle({ topic: 'realtime:room', event: 'presence', joinRef: '1', ref: '2', payload: { event: 'track', payload: { name: 'Anna' } } });
    channel.leave();
    respond();
    await tracked;

    expect([channel.topic.presence.list(), seen, pushed]).toEqual([{}, [], []]);
  });

  it('sends nothing about a new token', async () => {
    const { channel, pushed, respond } = slowChannel();
    const renewed = channel.handle({ topic: 'realtime:room', event: 'access_token', joinRef: '1', ref: '2', payload: { access_token: keys.anon } });
    channel.leave();
    respond();
    await renewed;

    expect(pushed).toEqual([]);
  });
});

describe('waiting for a token to expire', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('does not restart after it was stopped', () => {
    jest.useFakeTimers();
    const watch = new TokenExpiry({ claims: { role: 'anon' }, expiresAt: Date.now() + 1000 }, () => undefined);
    expect(jest.getTimerCount()).toBe(1);
    watch.stop();
    watch.renew({ expiresAt: Date.now() + 1000 });

    expect(jest.getTimerCount()).toBe(0);
  });
});
