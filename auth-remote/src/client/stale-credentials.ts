import { fetchCredentials, type Credentials } from '../credentials/fetch-credentials.ts';
import { clientText } from './client-messages.ts';

/** Failed requests, one after the other, after which the site's own server is asked for the credentials again. */
const FAILURES = 3;

/**
 * `fetch` that finds out that the tab's credentials are no longer the site's, when the Supabase project does not answer or
 * refuses what it is sent, and then offers to reload. The tab does not replace its client: page modules hold the one that
 * they were given, and the document's Content-Security-Policy allows requests to the old address only.
 */
export function noticeStaleCredentials(network: typeof fetch, { supabaseUrl, supabaseKey }: Credentials): typeof fetch {
  let failures = 0;
  let isOffered = false;

  async function compare(): Promise<void> {
    const now = await fetchCredentials();
    if (now.supabaseUrl === supabaseUrl && now.supabaseKey === supabaseKey) return;
    const { showToast } = await import('@atrium/page-kit/site');
    if (isOffered) return;
    isOffered = true;
    showToast({
      tone: 'error',
      text: clientText('stale.text'),
      action: { label: clientText('stale.reload'), run: () => window.location.reload() },
    });
  }

  function countFailure(): void {
    failures += 1;
    // Where the site's own server does not answer either, later failures ask again.
    if (failures % FAILURES === 0 && !isOffered) compare().catch(() => undefined);
  }

  return async (input, init) => {
    try {
      const answer = await network(input, init);
      // What a project answers to a key that it does not know, and to an expired token.
      if (answer.status === 401) countFailure();
      else failures = 0;
      return answer;
    } catch (error) {
      if (navigator.onLine && init?.signal?.aborted !== true) countFailure();
      throw error;
    }
  };
}
