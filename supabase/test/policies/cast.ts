import type { Client, Person, Project } from '../project.ts';
import { addAuthenticator } from '../second-factor.ts';

/** Who may ask: by what they are to the board of the test. */
export const ROLES = ['stranger', 'other', 'invited', 'member', 'owner', 'service'] as const;
export type Role = (typeof ROLES)[number];

/** Those of them who have an account. */
export type AccountRole = Exclude<Role, 'stranger' | 'service'>;

/** How a session stands: aal1 without a second factor, aal1 with one, aal2. */
export const ASSURANCES = ['no factor', 'code owed', 'code given'] as const;
export type Assurance = (typeof ASSURANCES)[number];

/** A board with one of everything on it, for people of one assurance. */
export interface Scene {
  readonly board: string;
  /** By the member. */
  readonly note: string;
  /** By the owner, below the other. */
  readonly secondNote: string;
  /** Of the first note; no file is stored for it. */
  readonly attachment: string;
  readonly path: string;
  readonly invitation: string;
  readonly people: Readonly<Record<AccountRole, Person>>;
}

/** The people of the tests: each role once without a second factor, and once with one. */
export class Cast {
  readonly #project: Project;
  readonly #people: Readonly<Record<Assurance, Readonly<Record<AccountRole, Person>>>>;
  readonly #stranger: Client;

  private constructor(project: Project, people: Readonly<Record<Assurance, Readonly<Record<AccountRole, Person>>>>) {
    this.#project = project;
    this.#people = people;
    this.#stranger = project.client();
  }

  static async gather(project: Project): Promise<Cast> {
    const plain = await everyRole((role) => project.register(role));
    const given = await everyRole(async (role) => {
      const person = await project.register(`careful ${role}`);
      await addAuthenticator(person.client);
      return person;
    });
    const owed = await everyRole(async (role) => ({ ...given[role], client: await project.logIn(given[role]) }));
    return new Cast(project, { 'no factor': plain, 'code owed': owed, 'code given': given });
  }

  /** The client of somebody. */
  client(role: Role, assurance: Assurance): Client {
    if (role === 'stranger') return this.#stranger;
    return role === 'service' ? this.#project.admin : this.#people[assurance][role].client;
  }

  /** Sets a board up, by the secret key. */
  async scene(assurance: Assurance): Promise<Scene> {
    const people = this.#people[assurance];
    const [board, note, secondNote] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const [attachment, invitation] = [crypto.randomUUID(), crypto.randomUUID()];
    const path = `${board}/${note}/${crypto.randomUUID()}/plan.txt`;
    const { admin } = this.#project;
    const steps = [
      () => admin.from('workspace_boards').insert({ id: board, owner: people.owner.id, name: 'Plans' }),
      () => admin.from('workspace_members').insert({ board, person: people.member.id }),
      () => admin.from('workspace_notes').insert([
        { id: secondNote, board, title: 'Second', body: 'below', author: people.owner.id },
        { id: note, board, title: 'First', body: 'above', author: people.member.id },
      ]),
      () => admin.from('workspace_attachments').insert({ id: attachment, board, note, path, name: 'plan.txt', type: 'text/plain', size: 4, author: people.member.id }),
      () => admin.from('workspace_invitations').insert({ id: invitation, board, email: people.invited.email, invited_by: people.owner.id }),
    ];
    for (const step of steps) {
      const { error } = await step();
      if (error) throw error;
    }
    return { board, note, secondNote, attachment, path, invitation, people };
  }

  /** Takes a board away, so that it connects nobody any more. */
  async strike({ board }: Scene): Promise<void> {
    const { error } = await this.#project.admin.from('workspace_boards').delete().eq('id', board);
    if (error) throw error;
  }
}

async function everyRole<T>(make: (role: AccountRole) => Promise<T>): Promise<Record<AccountRole, T>> {
  return { other: await make('other'), invited: await make('invited'), member: await make('member'), owner: await make('owner') };
}
