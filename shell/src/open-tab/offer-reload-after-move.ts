import { PROJECT_MOVED } from '@atrium/page-kit/contract/project-moved';
import { showToast } from '@atrium/page-kit/site';
import { reloadInPlace } from './kept-place.ts';
import { openTabText } from './open-tab-messages.ts';

/** Offers, once, to reload when the site's Supabase project has moved: the tab cannot reach the new address. */
export function offerReloadAfterMove(): void {
  const offer = () => {
    showToast({ tone: 'error', text: openTabText('moved'), action: { label: openTabText('reload'), run: reloadInPlace } });
  };
  window.addEventListener(PROJECT_MOVED, offer, { once: true });
}
