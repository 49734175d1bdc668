import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import {
  PREVIEW_CHECK_PATH,
  PREVIEW_PATH,
  PREVIEW_QUERY,
  previewResponseSchema,
  previewConfirmedSchema,
  previewRefusalSchema,
  type PREVIEW_REFUSALS,
  type PreviewResponse,
} from '@atrium/releases/wire';
import * as v from 'valibot';
import { requestWithSession, type RequestFailure, type RequestOutcome } from '../sign-in/session-request.ts';

/** Why a request failed. */
export type PreviewProblem = (typeof PREVIEW_REFUSALS)[number] | RequestFailure;

/** The result of a request. */
export type PreviewOutcome<Value> = RequestOutcome<Value, PreviewProblem>;

/** Milliseconds until the request that ends a preview fails. */
const TIMEOUT = 10_000;

/** Requests what a link shows. */
export function checkPreviewLink(auth: AuthHandle, link: string): Promise<PreviewOutcome<PreviewResponse>> {
  return post(auth, PREVIEW_CHECK_PATH, link, previewResponseSchema);
}

/** Confirms a link. Returns the path and query where the preview begins. */
export async function confirmPreview(auth: AuthHandle, link: string): Promise<PreviewOutcome<string>> {
  const outcome = await post(auth, PREVIEW_PATH, link, previewConfirmedSchema);
  return outcome.ok ? { ok: true, value: outcome.value.address } : outcome;
}

/**
 * Ends the preview: deletes the tab's entry and this browser's permission. Neither works without the other. The next
 * document is the live site.
 */
export async function endPreview(): Promise<void> {
  try {
    sessionStorage.removeItem(PREVIEW_QUERY);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
  await fetch(PREVIEW_PATH, { method: 'DELETE', signal: AbortSignal.timeout(TIMEOUT) }).catch(() => undefined);
}

function post<Value>(auth: AuthHandle, address: string, link: string, schema: v.GenericSchema<unknown, Value>): Promise<PreviewOutcome<Value>> {
  return requestWithSession<Value, PreviewProblem>(auth, {
    address,
    body: { link },
    schema,
    parseRefusal: (data) => v.parse(previewRefusalSchema, data).error.code,
    refusalOf: (failure) => failure,
  });
}
