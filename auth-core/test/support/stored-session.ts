import type { FakeSite } from './fake-site.ts';

/** Stores a session in local storage, as an earlier visit would. It expires in `secondsLeft` seconds. */
export function storeSession(site: FakeSite, secondsLeft = 3600) {
  site.expiresIn = secondsLeft;
  const session = site.newSession('ada@example.com');
  site.expiresIn = 3600;
  localStorage.setItem(site.storageKey, JSON.stringify(session));
  return session;
}

/** Sends an event as another tab of the site would (auth-js, `_notifyAllSubscribers`). */
export function broadcastFromAnotherTab(site: FakeSite, event: string, session: object | null): void {
  const channel = new BroadcastChannel(site.storageKey);
  channel.postMessage({ event, session });
  channel.close();
}
