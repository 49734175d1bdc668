import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { addAuthenticator, Project, type Client, type Person } from '../project.ts';

/** The callers, by their role on the board of the test. */
export const ROLES = ['stranger', 'other', 'invited', 'viewer', 'editor', 'owner', 'service'] as const;
export type Role = (typeof ROLES)[number];

/** The roles with an account. */
type AccountRole = Exclude<Role, 'stranger' | 'service'>;

/** The assurance of a session: aal1 without a second factor, aal1 with one, and aal2. */
export const ASSURANCES = ['no factor', 'code owed', 'code given'] as const;
export type Assurance = (typeof ASSURANCES)[number];

/** A board with one item of each kind, for people of one assurance. */
export interface Scene {
  readonly board: string;
  /** Written by the editor. */
  readonly note: string;
  /** Written by the owner, below the other one. */
  readonly secondNote: string;
  /** Belongs to the first note. Its file is not stored. */
  readonly attachment: string;
  readonly path: string;
  readonly invitation: string;
  readonly people: Readonly<Record<AccountRole, Person>>;
}

/** An attempt in SQL, for the function `make_attempts` of the folder `scene`. */
interface SqlAttempt {
  readonly given: string;
  readonly statements: readonly string[];
  readonly claims: Readonly<Record<string, unknown>>;
}

const claimsSchema = v.record(v.string(), v.unknown());

/** One person for each role without a second factor, and one with a second factor. */
export class PolicyRoles {
  readonly #project: Project;
  readonly #people: Readonly<Record<Assurance, Readonly<Record<AccountRole, Person>>>>;
  readonly #stranger: Client;
  /** Calls a function of the folder `scene`, which the generated types do not contain, with the secret key. */
  readonly #call: (name: 'make_scene' | 'make_attempts', args: object) => Promise<unknown>;

  private constructor(project: Project, people: Readonly<Record<Assurance, Readonly<Record<AccountRole, Person>>>>) {
    this.#project = project;
    this.#people = people;
    this.#stranger = project.client();
    const untyped = createClient(project.backend.apiUrl, project.backend.secretKey);
    this.#call = async (name, args) => {
      const answer: { readonly data: unknown } = await untyped.rpc(name, args).throwOnError();
      return answer.data;
    };
  }

  /** Starts a project and registers the people. */
  static async start(): Promise<{ readonly project: Project; readonly roles: PolicyRoles }> {
    const project = await Project.start(`--migrations=${path.join(import.meta.dirname, 'scene')}`);
    const plain = await everyRole((role) => project.register(role));
    const given = await everyRole(async (role) => {
      const person = await project.register(`careful ${role}`);
      await addAuthenticator(person.client);
      return person;
    });
    const owed = await everyRole(async (role) => ({ ...given[role], client: await project.logIn(given[role]) }));
    const roles = new PolicyRoles(project, { 'no factor': plain, 'code owed': owed, 'code given': given });
    return { project, roles };
  }

  /** The client of a role. */
  client(role: Role, assurance: Assurance): Client {
    if (role === 'stranger') return this.#stranger;
    return role === 'service' ? this.#project.admin : this.#people[assurance][role].client;
  }

  /** The claims of a role's requests. */
  async claims(role: Role, assurance: Assurance): Promise<Readonly<Record<string, unknown>>> {
    if (role === 'stranger') return { role: 'anon' };
    if (role === 'service') return { role: 'service_role' };
    const { data } = await this.client(role, assurance).auth.getSession();
    const [, claims = ''] = data.session?.access_token.split('.') ?? [];
    return v.parse(claimsSchema, JSON.parse(Buffer.from(claims, 'base64url').toString()));
  }

  /** Makes attempts, each as its caller and rolled back. Returns their outcomes: `done`, `none`, or the code of an error. */
  async makeAttempts(attempts: readonly SqlAttempt[]): Promise<readonly string[]> {
    return v.parse(v.array(v.string()), await this.#call('make_attempts', { attempts }));
  }

  /** Creates a board with the rights of the secret key, and deletes the replaced one. */
  async scene(assurance: Assurance, replaced?: Scene): Promise<Scene> {
    const people = this.#people[assurance];
    const [board, note, secondNote] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const [attachment, invitation] = [crypto.randomUUID(), crypto.randomUUID()];
    const scene = { board, note, secondNote, attachment, invitation, path: `${board}/${note}/${crypto.randomUUID()}/plan.txt` };
    const { owner, editor, viewer, invited } = people;
    await this.#call('make_scene', { replaced: replaced?.board ?? null, scene: { ...scene, owner: owner.id, editor: editor.id, viewer: viewer.id, invited: invited.email } });
    return { ...scene, people };
  }
}

async function everyRole<T>(make: (role: AccountRole) => Promise<T>): Promise<Record<AccountRole, T>> {
  return { other: await make('other'), invited: await make('invited'), viewer: await make('viewer'), editor: await make('editor'), owner: await make('owner') };
}
