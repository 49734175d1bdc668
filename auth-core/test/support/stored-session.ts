import type { FakeSite } from './fake-site.ts';

/** Leaves a session in local storage as an earlier visit would; it lasts so many seconds from now. */
export function storeSession(site: FakeSite, secondsLeft = 3600) {
  site.expiresIn = secondsLeft;
  const session = site.newSession('ada@example.com');
  site.expiresIn = 3600;
  localStorage.setItem(site.storageKey, JSON.stringify(session));
  return session;
}

/** What another tab of the site tells this one. */
export function tellFromAnotherTab(site: FakeSite, event: string, session: object | null): void {
  const channel = new BroadcastChannel(site.storageKey);
  channel.postMessage({ event, session });
  channel.close();
}
