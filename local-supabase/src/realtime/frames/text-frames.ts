import * as v from 'valibot';
import { FrameError } from './message.ts';
import type { Message, ProtocolVersion } from './message.ts';

const payload = v.record(v.string(), v.unknown());
const ref = v.nullish(v.string(), null);

const objectSchema = v.object({ join_ref: ref, ref, topic: v.string(), event: v.string(), payload });
const arraySchema = v.looseTuple([v.nullable(v.string()), v.nullable(v.string()), v.string(), v.string(), payload]);

/** A message of the server: its payload is JSON already, or can become it. */
export interface TextMessage extends Omit<Message, 'payload'> {
  payload: Readonly<Record<string, unknown>>;
}

/** Reads a text frame: an object in version 1.0.0, an array in 2.0.0 (Phoenix.Socket.V1.JSONSerializer, V2). @throws FrameError */
export function parseTextFrame(version: ProtocolVersion, text: string): Message {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new FrameError('The frame is not JSON.', { cause });
  }
  if (version === '1.0.0') {
    const parsed = v.safeParse(objectSchema, json);
    if (!parsed.success) throw new FrameError('Expected {"topic", "event", "payload", "ref", "join_ref"}.');
    const { join_ref: joinRef, ...message } = parsed.output;
    return { joinRef, ...message };
  }
  const parsed = v.safeParse(arraySchema, json);
  if (!parsed.success) throw new FrameError('Expected [join_ref, ref, topic, event, payload].');
  const [joinRef, messageRef, topic, event, content] = parsed.output;
  return { joinRef, ref: messageRef, topic, event, payload: content };
}

/** Writes a text frame. */
export function formatTextFrame(version: ProtocolVersion, { joinRef, ref: messageRef, topic, event, payload: content }: TextMessage): string {
  return version === '1.0.0'
    ? JSON.stringify({ ref: messageRef, topic, event, payload: content })
    : JSON.stringify([joinRef, messageRef, topic, event, content]);
}
