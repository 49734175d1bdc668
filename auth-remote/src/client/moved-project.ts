import { fetchCredentials, type Credentials } from '../credentials/fetch-credentials.ts';
import { clientText } from './client-messages.ts';

/** Requests without an answer, one after the other, after which the site's own server is asked for the project's address again. */
const UNANSWERED = 3;

/**
 * `fetch` that finds out whether the site's Supabase project has moved when requests to it get no answer, and then offers
 * to reload. The tab does not replace its client: page modules hold the one that they were given, and the document's
 * Content-Security-Policy allows requests to the old address only.
 */
export function noticeMove(network: typeof fetch, { supabaseUrl, supabaseKey }: Credentials): typeof fetch {
  let unanswered = 0;
  let isOffered = false;

  async function look(): Promise<void> {
    const now = await fetchCredentials({ cache: 'no-store' });
    const isSame = now.supabaseUrl === supabaseUrl && now.supabaseKey === supabaseKey;
    if (isSame || isOffered) return;
    isOffered = true;
    const { showToast } = await import('@atrium/page-kit/site');
    showToast({
      tone: 'error',
      text: clientText('moved.text'),
      action: { label: clientText('moved.reload'), run: () => window.location.reload() },
    });
  }

  return async (input, init) => {
    try {
      const answer = await network(input, init);
      unanswered = 0;
      return answer;
    } catch (error) {
      if (navigator.onLine && init?.signal?.aborted !== true) {
        unanswered += 1;
        // Where the site's own server does not answer either, the next failures ask again.
        if (unanswered % UNANSWERED === 0 && !isOffered) look().catch(() => undefined);
      }
      throw error;
    }
  };
}
