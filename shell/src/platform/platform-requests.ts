import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import type { PlatformMove } from '@atrium/releases/model';
import {
  PLATFORM_LOG_PATH,
  PLATFORM_MOVES_PATH,
  PLATFORM_STATE_PATH,
  platformLogSchema,
  platformMovedSchema,
  platformRefusalSchema,
  platformStateSchema,
  type PLATFORM_REFUSALS,
  type PlatformLogEntry,
  type PlatformState,
} from '@atrium/releases/wire';
import * as v from 'valibot';
import { requestWithSession, type RequestFailure, type RequestOutcome } from '../sign-in/session-request.ts';

/** Why a request failed. */
export type PlatformProblem = (typeof PLATFORM_REFUSALS)[number] | RequestFailure;

/** Why the site refused a request, with the gate's findings. */
export interface Refusal {
  readonly problem: PlatformProblem;
  readonly findings: readonly string[];
  /** Whether the move can be forced. */
  readonly canForce: boolean;
}

/** The result of a request. */
export type Outcome<Value> = RequestOutcome<Value, Refusal>;

/** Which part of the history to request. */
interface LogRange {
  /** The remote; null for all. */
  readonly name: string | null;
  /** Only entries before this revision; null for the newest. */
  readonly before: number | null;
}

/** Entries of the history per request. */
export const LOG_PAGE_SIZE = 20;

/** Requests which releases are live. */
export function fetchState(auth: AuthHandle): Promise<Outcome<PlatformState>> {
  return request(auth, PLATFORM_STATE_PATH, platformStateSchema);
}

/** Requests a part of the history, newest first. */
export async function fetchLog(auth: AuthHandle, { name, before }: LogRange): Promise<Outcome<readonly PlatformLogEntry[]>> {
  const query = new URLSearchParams({ limit: String(LOG_PAGE_SIZE), ...(name !== null && { name }), ...(before !== null && { before: String(before) }) });
  const outcome = await request(auth, `${PLATFORM_LOG_PATH}?${query.toString()}`, platformLogSchema);
  return outcome.ok ? { ok: true, value: outcome.value.entries } : outcome;
}

/** Sends a move. Returns whether it changed anything, and the state after it. */
export function sendMove(auth: AuthHandle, move: PlatformMove): Promise<Outcome<v.InferOutput<typeof platformMovedSchema>>> {
  return request(auth, PLATFORM_MOVES_PATH, platformMovedSchema, move);
}

function request<Value>(auth: AuthHandle, address: string, schema: v.GenericSchema<unknown, Value>, body?: unknown): Promise<Outcome<Value>> {
  return requestWithSession<Value, Refusal>(auth, {
    address,
    body,
    schema,
    parseRefusal(data) {
      const { code, findings = [], canForce = false } = v.parse(platformRefusalSchema, data).error;
      return { problem: code, findings: findings.map(({ message }) => message), canForce };
    },
    refusalOf: (problem) => ({ problem, findings: [], canForce: false }),
  });
}
