import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { releaseNews } from '@atrium/releases/names';
import * as v from 'valibot';
import { tellReleaseNews } from '../site/heard-news.ts';
import type { ReleaseWatch } from './release-watch.ts';

const messageSchema = v.object({ payload: v.object({ revision: v.pipe(v.number(), v.safeInteger()) }) });

/** Whether the document says that news of releases come by Realtime. */
export function hasReleaseNews(): boolean {
  return document.querySelector<HTMLMetaElement>(`meta[name="${releaseNews.metaName}"]`)?.content === releaseNews.topic;
}

/** Passes what is broadcast on to the watch, which asks rarely by itself as long as the channel holds. Rejects where there is no client. */
export async function hearReleaseNews(auth: AuthHandle, watch: ReleaseWatch): Promise<void> {
  const client = await auth.getSupabase();
  client
    .channel(releaseNews.topic)
    .on('broadcast', { event: releaseNews.event }, (message) => {
      const parsed = v.safeParse(messageSchema, message);
      if (!parsed.success) return;
      watch.hear(parsed.output.payload.revision);
      tellReleaseNews();
    })
    .subscribe((status) => watch.rely(String(status) === 'SUBSCRIBED'));
}
