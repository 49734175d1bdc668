import { expect, test } from '@jest/globals';
import type { Client } from '../project.ts';
import { ASSURANCES, ROLES, type Assurance, type Cast, type Role, type Scene } from './cast.ts';

/** What comes of an attempt: `done` (rows came back, or nothing was to come), `none` (no row), or the code of the refusal. */
export type Outcome = string;

/** What a service answered. */
export interface Answer {
  readonly data: unknown;
  readonly error: { readonly code: string } | null;
}

/** One attempt, with what comes of it for each role. */
export interface Attempt {
  readonly what: string;
  /** In the order of `ROLES`: stranger, other, invited, member, owner, service; a dash where it is not tried. */
  readonly outcomes: string;
  /** For everybody with an account who has a second factor, and has given no code. */
  readonly owed: Outcome;
  readonly run: (client: Client, scene: Scene) => PromiseLike<Answer>;
}

/** Writes an attempt as a line of a table. */
export function attempt(what: string, outcomes: string, owed: Outcome, run: Attempt['run']): Attempt {
  return { what, outcomes, owed, run };
}

/** The board of the last attempt. It is replaced in time: boards connect people, and these may see more of each other. */
let last: { readonly scene: Scene; readonly assurance: Assurance; readonly isUntouched: boolean } | undefined;

/** Makes a test of each attempt: every role, at every assurance. */
export function testMatrix(cast: () => Cast, attempts: readonly Attempt[]): void {
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
        // What is done leaves something behind; what is refused does not.
        const scene = last?.isUntouched && last.assurance === assurance ? last.scene : await cast().scene(assurance, last?.scene);
        wanted[name] = outcome;
        got[name] = outcomeOf(await run(cast().client(role, assurance), scene));
        last = { scene, assurance, isUntouched: got[name] !== 'done' };
      }
    }
    expect(got).toEqual(wanted);
  });
}

function outcomeFor(role: Role, assurance: Assurance, usual: Outcome, owed: Outcome): Outcome | undefined {
  if (usual === '-') return undefined;
  // Neither has a session: once is enough.
  if (role === 'stranger' || role === 'service') return assurance === 'no factor' ? usual : undefined;
  return assurance === 'code owed' ? owed : usual;
}

function outcomeOf({ data, error }: Answer): Outcome {
  if (error) return error.code;
  return Array.isArray(data) && data.length === 0 ? 'none' : 'done';
}
