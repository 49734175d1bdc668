import type { RealtimeClientOptions } from '@supabase/supabase-js';
import type { FakeBackend } from '../../fake-backend/fake-backend.ts';

/** The part of `WebSocket` that supabase-js uses. */
interface SocketEvents {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
}

/** Creates a `WebSocket` class that connects to the realtime service of a backend, and breaks while the page is offline. */
export function socketsTo(backend: FakeBackend): NonNullable<RealtimeClientOptions['transport']> {
  return class FakeSocket implements SocketEvents {
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSING = 2;
    readonly CLOSED = 3;
    readonly protocol = '';
    readonly url: string;
    readonly bufferedAmount = 0;
    binaryType = 'arraybuffer';
    readyState = 0;
    onopen: SocketEvents['onopen'] = null;
    onmessage: SocketEvents['onmessage'] = null;
    onclose: SocketEvents['onclose'] = null;
    onerror: SocketEvents['onerror'] = null;
    readonly #connection = backend.realtime.connect((frame) => this.#later(() => this.onmessage?.(new MessageEvent('message', { data: frame }))));
    readonly #stopWatching = backend.faults.onConnectionChange((isOnline) => {
      if (!isOnline) this.#end(1006);
    });

    constructor(address: string | URL) {
      this.url = String(address);
      queueMicrotask(() => {
        if (backend.faults.isOffline) {
          this.onerror?.(new Event('error'));
          this.#end(1006);
        } else if (this.readyState === this.CONNECTING) {
          this.readyState = this.OPEN;
          this.onopen?.(new Event('open'));
        }
      });
    }

    send(frame: string | ArrayBuffer): void {
      if (this.readyState === this.OPEN) this.#connection.receive(frame);
    }

    close(code = 1000): void {
      this.#end(code);
    }

    addEventListener(): void {}

    removeEventListener(): void {}

    #later(act: () => void): void {
      queueMicrotask(() => {
        if (this.readyState === this.OPEN) act();
      });
    }

    #end(code: number): void {
      if (this.readyState === this.CLOSED) return;
      this.readyState = this.CLOSED;
      this.#stopWatching();
      this.#connection.close();
      queueMicrotask(() => this.onclose?.(new CloseEvent('close', { code, wasClean: code === 1000 })));
    }
  };
}
