import { beforeAll, expect, test } from '@jest/globals';
import { expectedOf, type Expectations, type Outcome } from './matrix.ts';
import { ASSURANCES, ROLES, type PolicyRoles, type Scene } from './policy-roles.ts';

/** An attempt in SQL and its expected result for each role. */
interface StatementAttempt extends Expectations {
  /** Runs with all rights before the attempt. */
  readonly given?: string;
  /** They run in order, and the last one decides: `done` if it has or changes rows, `none` if not. */
  readonly statements: readonly string[];
}

/** An attempt as one line of a table. `{board}` in a statement is the board's id, and `{owner}` the id of its owner: see `wordsOf`. */
export function statement(what: string, outcomes: string, owed: Outcome, ...statements: readonly string[]): StatementAttempt {
  return { what, outcomes, owed, statements };
}

/** An attempt for which something must exist. */
export function given(preparation: string, attempt: StatementAttempt): StatementAttempt {
  return { ...attempt, given: preparation };
}

/** What the words in braces stand for. */
function wordsOf({ people, ...items }: Scene): Readonly<Record<string, string>> {
  const ids = Object.entries(people).map(([role, { id }]): [string, string] => [role, id]);
  return { ...items, ...Object.fromEntries(ids), ownerEmail: people.owner.email, invitedEmail: people.invited.email };
}

function filled(sql: string, words: Readonly<Record<string, string>>): string {
  return sql.replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    const value = words[word];
    if (value === undefined) throw new Error(`A scene has no "${word}".`);
    return `'${value}'`;
  });
}

/** The board of the last transaction. It is deleted before the next one, because people on a common board see more of each other. */
let last: Scene | undefined;

/**
 * Registers a test for each attempt, with every role, at every assurance that makes a difference to it. All attempts run in one
 * transaction for each assurance, each as its caller and rolled back: a request for each would take twenty times as long. That
 * requests are handled like these statements is tested in `requests.test.ts`.
 */
export function testStatements(roles: () => PolicyRoles, attempts: readonly StatementAttempt[]): void {
  const got = new Map<StatementAttempt, Record<string, Outcome>>(attempts.map((attempt) => [attempt, {}]));
  beforeAll(async () => {
    for (const assurance of ASSURANCES) {
      last = await roles().scene(assurance, last);
      const words = wordsOf(last);
      const chosen = attempts.flatMap((attempt) => ROLES.filter((role) => expectedOf(attempt, role, assurance) !== undefined).map((role) => ({ attempt, role })));
      const outcomes = await roles().makeAttempts(
        await Promise.all(
          chosen.map(async ({ attempt: { given: preparation = '', statements }, role }) => ({
            given: filled(preparation, words),
            statements: statements.map((sql) => filled(sql, words)),
            claims: await roles().claims(role, assurance),
          })),
        ),
      );
      for (const [index, { attempt, role }] of chosen.entries()) Object.assign(got.get(attempt) ?? {}, { [`${role}, ${assurance}`]: outcomes[index] });
    }
  });
  test.each(attempts)('$what', (attempt) => {
    const wanted = ASSURANCES.flatMap((assurance) => ROLES.map((role) => [`${role}, ${assurance}`, expectedOf(attempt, role, assurance)] as const));
    expect(got.get(attempt)).toEqual(Object.fromEntries(wanted.filter(([, outcome]) => outcome !== undefined)));
  });
}
