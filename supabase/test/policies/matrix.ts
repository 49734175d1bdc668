import { expect, test } from '@jest/globals';
import type { Client } from '../project.ts';
import { ASSURANCES, ROLES, type Assurance, type PolicyRoles, type Role, type Scene } from './policy-roles.ts';

/** The result of an attempt: `done` (rows, or no rows expected), `none` (no rows), or the code of the refusal. */
export type Outcome = string;

/** The response of a service. */
export interface Answer {
  readonly data: unknown;
  readonly error: { readonly code: string } | null;
}

/** The expected results of an attempt. */
export interface Expectations {
  readonly what: string;
  /** In the order of `ROLES`: stranger, other, invited, viewer, editor, owner, service. A dash skips the role. */
  readonly outcomes: string;
  /** For all roles with an account whose session lacks the code of the second factor. */
  readonly owed: Outcome;
}

/** An attempt through the services, and its expected result for each role. */
interface Attempt extends Expectations {
  readonly run: (client: Client, scene: Scene) => PromiseLike<Answer>;
  /** Whether it changes nothing when it succeeds. */
  readonly isRead: boolean;
}

/** An attempt as one line of a table. */
export function attempt(what: string, outcomes: string, owed: Outcome, run: Attempt['run']): Attempt {
  return { what, outcomes, owed, run, isRead: false };
}

/** An attempt to read, after which the next attempts can use the same board. */
export function reading(...args: Parameters<typeof attempt>): Attempt {
  return { ...attempt(...args), isRead: true };
}

/** The board of the last attempt. It is deleted before the next one is created, because people on a common board see more of each other. */
let last: { readonly scene: Scene; readonly assurance: Assurance; readonly isUntouched: boolean } | undefined;

/** Whether to try every role at every assurance, also where the code makes no difference. The soak does. */
const IS_COMPLETE = process.env['ATRIUM_SOAK'] !== undefined;

/** Registers a test for each attempt, with every role, at every assurance that makes a difference to it. */
export function testMatrix(roles: () => PolicyRoles, attempts: readonly Attempt[]): void {
  test.each(attempts)('$what', async (tried) => {
    const wanted: Record<string, Outcome> = {};
    const got: Record<string, Outcome> = {};
    for (const assurance of ASSURANCES) {
      for (const role of ROLES) {
        const outcome = expectedOf(tried, role, assurance);
        if (outcome === undefined) continue;
        const name = `${role}, ${assurance}`;
        // Only a change that succeeds needs another board.
        const scene = last?.isUntouched && last.assurance === assurance ? last.scene : await roles().scene(assurance, last?.scene);
        wanted[name] = outcome;
        got[name] = outcomeOf(await tried.run(roles().client(role, assurance), scene));
        last = { scene, assurance, isUntouched: tried.isRead || got[name] !== 'done' };
      }
    }
    expect(got).toEqual(wanted);
  });
}

/** The expected result of an attempt, or undefined if this role need not try it at this assurance. */
export function expectedOf({ what, outcomes, owed }: Expectations, role: Role, assurance: Assurance): Outcome | undefined {
  const all = outcomes.trim().split(/\s+/);
  if (all.length !== ROLES.length) throw new Error(`"${what}" needs an outcome for each role.`);
  const usual = all[ROLES.indexOf(role)];
  if (usual === undefined || usual === '-') return undefined;
  // The first two have no session. Viewers differ from editors only in what they may write. So one assurance is enough.
  if (role === 'stranger' || role === 'service' || role === 'viewer') return assurance === 'no factor' ? usual : undefined;
  if (!IS_COMPLETE && assurance !== 'no factor' && usual === owed) return undefined;
  return assurance === 'code owed' ? owed : usual;
}

function outcomeOf({ data, error }: Answer): Outcome {
  if (error) return error.code;
  return Array.isArray(data) && data.length === 0 ? 'none' : 'done';
}
