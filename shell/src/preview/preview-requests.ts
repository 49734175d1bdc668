import {
  previewAnswerSchema,
  previewConfirmedSchema,
  previewRefusalSchema,
  type previewRefusals,
  type PreviewAnswer,
} from '@atrium/releases/preview-wire';
import { previewCheckPath, previewPath } from '@atrium/releases/names';
import * as v from 'valibot';

/** Why a request failed; `unreachable` if no response came, or a malformed one. */
export type PreviewProblem = (typeof previewRefusals)[number] | 'unreachable';

/** The result of a request. */
export type PreviewOutcome<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: PreviewProblem };

/** Milliseconds until a request fails. */
const TIMEOUT = 10_000;

/** Requests what a link shows. */
export function checkPreviewLink(link: string, token: string): Promise<PreviewOutcome<PreviewAnswer>> {
  return post(previewCheckPath, link, token, previewAnswerSchema);
}

/** Confirms a link. Returns the address at which the preview begins. */
export async function confirmPreview(link: string, token: string): Promise<PreviewOutcome<string>> {
  const outcome = await post(previewPath, link, token, previewConfirmedSchema);
  return outcome.ok ? { ok: true, value: outcome.value.address } : outcome;
}

/** Deletes the permission of this browser to see a preview. The tab's own entry is useless without it, and vice versa. */
export async function revokePreview(): Promise<void> {
  await fetch(previewPath, { method: 'DELETE', signal: AbortSignal.timeout(TIMEOUT) }).catch(() => undefined);
}

async function post<Value>(address: string, link: string, token: string, schema: v.GenericSchema<unknown, Value>): Promise<PreviewOutcome<Value>> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ link }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const data: unknown = await response.json();
    if (response.ok) return { ok: true, value: v.parse(schema, data) };
    return { ok: false, problem: v.parse(previewRefusalSchema, data).error.code };
  } catch {
    // No response, or one we do not recognise: suggest trying again.
    return { ok: false, problem: 'unreachable' };
  }
}
