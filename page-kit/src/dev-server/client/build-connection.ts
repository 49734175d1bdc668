import * as v from 'valibot';
import { BUILDS_PATH, buildMessageSchema, type BuildMessage } from './build-message.ts';

/** Milliseconds before the first try to connect again. Each further try waits twice as long. */
const RECONNECT_PAUSE_MS = 500;

/** Tries to connect again, over about eight minutes: after them, the server was probably stopped. */
const MAX_TRIES = 10;

/** Listens to the messages of the development server, and connects again when it restarts. */
export function listenToBuilds(onMessage: (message: BuildMessage) => void): void {
  let tries = 0;
  const connect = () => {
    const url = new URL(BUILDS_PATH, location.href);
    url.protocol = 'ws:';
    const socket = new WebSocket(url);
    socket.addEventListener('message', ({ data }) => {
      tries = 0;
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), buildMessageSchema), data);
      if (parsed.success) onMessage(parsed.output);
    });
    socket.addEventListener('close', () => {
      if (tries >= MAX_TRIES) return;
      setTimeout(connect, RECONNECT_PAUSE_MS * 2 ** tries);
      tries += 1;
    });
  };
  connect();
}
