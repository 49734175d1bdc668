import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PlatformMove } from '@atrium/releases/move';
import { platformLogPath, platformMovesPath, platformStatePath } from '@atrium/releases/names';
import {
  platformLogSchema,
  platformMovedSchema,
  platformRefusalSchema,
  platformStateSchema,
  type platformRefusals,
  type PlatformLogEntry,
  type PlatformState,
} from '@atrium/releases/platform-wire';
import * as v from 'valibot';
import { sessionToken } from '../sign-in/session-token.ts';

/** Why a request failed; `unreachable` if no response came, or a malformed one. */
export type PlatformProblem = (typeof platformRefusals)[number] | 'unreachable';

/** Why the site refused a request, with the gate's findings. */
export interface Refusal {
  readonly problem: PlatformProblem;
  readonly findings: readonly string[];
  /** Whether the move can be forced. */
  readonly canForce: boolean;
}

/** The result of a request. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly refusal: Refusal };

/** Which part of the history to request. */
interface LogRange {
  /** The remote; null for all. */
  readonly name: string | null;
  /** Only entries before this revision; null for the newest. */
  readonly before: number | null;
}

/** Entries of the history per request. */
export const LOG_PAGE_SIZE = 20;

/** Milliseconds until a request fails. */
const TIMEOUT = 10_000;

/** Requests which releases are live. */
export function fetchState(auth: AuthHandle): Promise<Outcome<PlatformState>> {
  return request(auth, platformStatePath, {}, platformStateSchema);
}

/** Requests a part of the history, newest first. */
export async function fetchLog(auth: AuthHandle, { name, before }: LogRange): Promise<Outcome<readonly PlatformLogEntry[]>> {
  const query = new URLSearchParams({ limit: String(LOG_PAGE_SIZE), ...(name !== null && { name }), ...(before !== null && { before: String(before) }) });
  const outcome = await request(auth, `${platformLogPath}?${query.toString()}`, {}, platformLogSchema);
  return outcome.ok ? { ok: true, value: outcome.value.entries } : outcome;
}

/** Sends a move. Returns whether it changed anything, and the state after it. */
export function sendMove(auth: AuthHandle, move: PlatformMove): Promise<Outcome<v.InferOutput<typeof platformMovedSchema>>> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(move) };
  return request(auth, platformMovesPath, sent, platformMovedSchema);
}

async function request<Value>(
  auth: AuthHandle,
  address: string,
  { headers = {}, ...init }: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  schema: v.GenericSchema<unknown, Value>,
): Promise<Outcome<Value>> {
  const refuse = (problem: PlatformProblem): Outcome<Value> => ({ ok: false, refusal: { problem, findings: [], canForce: false } });
  let token: string | null;
  try {
    token = await sessionToken(auth);
  } catch {
    return refuse('sign-in-away');
  }
  if (token === null) return refuse('not-signed-in');
  try {
    const response = await fetch(address, { ...init, headers: { ...headers, authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(TIMEOUT) });
    const data: unknown = await response.json();
    if (response.ok) return { ok: true, value: v.parse(schema, data) };
    const { code, findings = [], canForce = false } = v.parse(platformRefusalSchema, data).error;
    return { ok: false, refusal: { problem: code, findings: findings.map(({ message }) => message), canForce } };
  } catch {
    // No response, or one we do not recognise: suggest trying again.
    return refuse('unreachable');
  }
}
