import { formatBinaryFrame } from './binary-frames.ts';
import { UserBroadcast } from './message.ts';
import type { Message, ProtocolVersion } from './message.ts';
import { formatTextFrame } from './text-frames.ts';

/**
 * Writes a broadcast for a receiver. Undefined where the receiver's version cannot carry it: bytes that are not JSON, in version 1.0.0
 * or with a topic or event of more than 255 bytes.
 */
export function formatBroadcast(version: ProtocolVersion, topic: string, broadcast: Message['payload']): string | Buffer | undefined {
  if (version === '2.0.0' && broadcast instanceof UserBroadcast) {
    const frame = formatBinaryFrame(topic, broadcast);
    if (frame) return frame;
  }
  const payload = broadcast instanceof UserBroadcast ? toJson(broadcast) : broadcast;
  return payload && formatTextFrame(version, { joinRef: null, ref: null, topic, event: 'broadcast', payload });
}

function toJson({ event, body, json, meta }: UserBroadcast): Record<string, unknown> | undefined {
  if (!json) return undefined;
  return { type: 'broadcast', event, payload: JSON.parse(body.toString('utf8')) as unknown, ...(meta && { meta }) };
}
