import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { hasUnsavedChanges } from '@atrium/page-kit/ui';
import { PLATFORM_PREVIEW_PATH, platformPreviewRefusalSchema, platformPreviewSchema } from '@atrium/releases/wire';
import * as v from 'valibot';
import type { PlatformProblem } from '../platform/platform-requests.ts';
import { reloadInPlace } from '../frame/reload-in-place.ts';
import { confirmPreview, endPreview, type PreviewProblem } from '../preview/preview-requests.ts';
import { requestWithSession } from '../sign-in/session-request.ts';

/** Milliseconds after the browser has asked about unsaved changes until the user counts as having stayed. */
const STAY_TIME = 1_000;

/** What went wrong, as the inspector explains it. */
export type InspectorProblem = 'not-stored' | 'no-signer' | 'not-allowed' | 'second-factor' | 'not-signed-in' | 'unavailable';

type RequestProblem = PlatformProblem | PreviewProblem | 'no-preview-signer';

/** The problems that the user can solve. */
const EXPLANATIONS: Readonly<Partial<Record<RequestProblem, InspectorProblem>>> = {
  'preview-not-stored': 'not-stored',
  'no-preview-signer': 'no-signer',
  // The token that signed the link was revoked meanwhile.
  'preview-altered': 'no-signer',
  'no-platform-team': 'not-allowed',
  'not-platform-team': 'not-allowed',
  'address-unproven': 'not-allowed',
  'preview-not-allowed': 'not-allowed',
  'second-factor-needed': 'second-factor',
  'not-signed-in': 'not-signed-in',
};

/**
 * Opens this page in this tab with another release of a remote, as a preview. If the page has unsaved changes, the browser
 * asks the user first.
 *
 * @returns why the site refused; null if the user stayed
 */
export async function replaceInTab(auth: AuthHandle, name: string, release: string): Promise<InspectorProblem | null> {
  const signed = await requestWithSession<{ readonly link: string }, InspectorProblem>(auth, {
    address: PLATFORM_PREVIEW_PATH,
    body: { name, release, path: location.pathname + location.search },
    schema: platformPreviewSchema,
    parseRefusal: (data) => problemOf(v.parse(platformPreviewRefusalSchema, data).error.code),
    refusalOf: problemOf,
  });
  if (!signed.ok) return signed.refusal;
  const confirmed = await confirmPreview(auth, signed.value.link);
  if (!confirmed.ok) return problemOf(confirmed.refusal);
  await leave(() => location.assign(confirmed.value + location.hash));
  return null;
}

/** Ends the tab's preview and loads the live site at the same URL. */
export async function goBackToLive(): Promise<void> {
  await endPreview();
  await leave(reloadInPlace);
}

/** Explains a failed request. */
export function problemOf(problem: RequestProblem): InspectorProblem {
  return EXPLANATIONS[problem] ?? 'unavailable';
}

/** Loads another document. Resolves only if the user stays because of unsaved changes; else the button stays busy until it has loaded. */
async function leave(load: () => void): Promise<void> {
  const stayed = new Promise<void>((resolve) => {
    if (hasUnsavedChanges()) window.addEventListener('beforeunload', () => setTimeout(resolve, STAY_TIME), { once: true });
  });
  load();
  await stayed;
}
