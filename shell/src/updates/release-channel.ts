import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { RELEASE_BROADCAST } from '@atrium/releases/wire';
import * as v from 'valibot';
import { Listeners } from '../runtime/listeners.ts';
import type { ReleaseWatch } from './release-watch.ts';

const messageSchema = v.object({ payload: v.object({ revision: v.pipe(v.number(), v.safeInteger()) }) });

const listeners = new Listeners();

/** Calls the listener after each "release changed" broadcast. Returns the function that unsubscribes it. */
export const onReleaseChange = listeners.subscribe;

/** Whether the document says that the site broadcasts release changes by Realtime. */
export function hasReleaseChannel(): boolean {
  return document.querySelector<HTMLMetaElement>(`meta[name="${RELEASE_BROADCAST.metaName}"]`)?.content === RELEASE_BROADCAST.topic;
}

/** Passes broadcasts to the watch, which polls less often while the channel is joined. Rejects without a Supabase client. */
export async function joinReleaseChannel(auth: AuthHandle, watch: ReleaseWatch): Promise<void> {
  const client = await auth.getSupabase();
  client
    .channel(RELEASE_BROADCAST.topic)
    .on('broadcast', { event: RELEASE_BROADCAST.event }, (message) => {
      const parsed = v.safeParse(messageSchema, message);
      if (!parsed.success) return;
      watch.releaseChanged(parsed.output.payload.revision);
      listeners.notify();
    })
    .subscribe((status) => watch.setSubscribed(String(status) === 'SUBSCRIBED'));
}
