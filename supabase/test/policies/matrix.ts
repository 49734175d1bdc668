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

/** An attempt and its expected result for each role. */
interface Attempt {
  readonly what: string;
  /** In the order of `ROLES`: stranger, other, invited, viewer, editor, owner, service. A dash skips the role. */
  readonly outcomes: string;
  /** For all roles with an account whose session lacks the code of the second factor. */
  readonly owed: Outcome;
  readonly run: (client: Client, scene: Scene) => PromiseLike<Answer>;
}

/** An attempt as one line of a table. */
export function attempt(what: string, outcomes: string, owed: Outcome, run: Attempt['run']): Attempt {
  return { what, outcomes, owed, run };
}

/** The board of the last attempt. It is deleted before the next one is created, because people on a common board see more of each other. */
let last: { readonly scene: Scene; readonly assurance: Assurance; readonly isUntouched: boolean } | undefined;

/** Whether to try every role at every assurance, also where the code makes no difference. The soak does. */
const IS_COMPLETE = process.env['ATRIUM_SOAK'] !== undefined;

/** Registers a test for each attempt, with every role, at every assurance that makes a difference to it. */
export function testMatrix(roles: () => PolicyRoles, attempts: readonly Attempt[]): void {
  test.each(attempts)('$what', async ({ outcomes, owed, run }) => {
    const expected = outcomes.trim().split(/\s+/);
    expect(expected).toHaveLength(ROLES.length);
    const wanted: Record<string, Outcome> = {};
    const got: Record<string, Outcome> = {};
    for (const assurance of ASSURANCES) {
      for (const [index, role] of ROLES.entries()) {
        const outcome = outcomeFor(role, assurance, expected[index] ?? '', owed);
        if (outcome === undefined) continue;
        const name = `${role}, ${assurance}`;
        // Only an attempt that succeeds changes the board.
        const scene = last?.isUntouched && last.assurance === assurance ? last.scene : await roles().scene(assurance, last?.scene);
        wanted[name] = outcome;
        got[name] = outcomeOf(await run(roles().client(role, assurance), scene));
        last = { scene, assurance, isUntouched: got[name] !== 'done' };
      }
    }
    expect(got).toEqual(wanted);
  });
}

function outcomeFor(role: Role, assurance: Assurance, usual: Outcome, owed: Outcome): Outcome | undefined {
  if (usual === '-') return undefined;
  // The first two have no session. Viewers differ from editors only in what they may write. So one assurance is enough.
  if (role === 'stranger' || role === 'service' || role === 'viewer') return assurance === 'no factor' ? usual : undefined;
  if (!IS_COMPLETE && assurance !== 'no factor' && usual === owed) return undefined;
  return assurance === 'code owed' ? owed : usual;
}

function outcomeOf({ data, error }: Answer): Outcome {
  if (error) return error.code;
  return Array.isArray(data) && data.length === 0 ? 'none' : 'done';
}
