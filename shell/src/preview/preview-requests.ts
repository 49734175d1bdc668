import {
  previewAnswerSchema,
  previewConfirmedSchema,
  previewRefusalSchema,
  type previewRefusals,
  type PreviewAnswer,
} from '@atrium/releases/preview-wire';
import { previewCheckPath, previewPath } from '@atrium/releases/names';
import * as v from 'valibot';

/** Why nothing came of a question. */
export type PreviewProblem = (typeof previewRefusals)[number] | 'unreachable';

/** What a question came to. */
export type PreviewOutcome<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: PreviewProblem };

/** Milliseconds until an answer that does not come counts as none. */
const TIMEOUT = 10_000;

/** Asks what a link shows. */
export function askPreview(link: string, token: string): Promise<PreviewOutcome<PreviewAnswer>> {
  return post(previewCheckPath, link, token, previewAnswerSchema);
}

/** Confirms a link. Gives the address at which the preview begins. */
export async function confirmPreview(link: string, token: string): Promise<PreviewOutcome<string>> {
  const outcome = await post(previewPath, link, token, previewConfirmedSchema);
  return outcome.ok ? { ok: true, value: outcome.value.address } : outcome;
}

/** Has the site forget what this browser may see. What the tab remembers is worth nothing without it, and the other way round. */
export async function forgetPreview(): Promise<void> {
  await fetch(previewPath, { method: 'DELETE', signal: AbortSignal.timeout(TIMEOUT) }).catch(() => undefined);
}

async function post<Value>(address: string, link: string, token: string, schema: v.GenericSchema<unknown, Value>): Promise<PreviewOutcome<Value>> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ link }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const data: unknown = await answer.json();
    if (answer.ok) return { ok: true, value: v.parse(schema, data) };
    return { ok: false, problem: v.parse(previewRefusalSchema, data).error.code };
  } catch {
    // No answer, or one that is nobody's: another try is all that can be advised.
    return { ok: false, problem: 'unreachable' };
  }
}
