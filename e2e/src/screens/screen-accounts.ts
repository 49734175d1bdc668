import { Authenticator } from '../people/authenticator.ts';
import { createAccount, type GivenSession } from '../people/people.ts';
import { PersonApi } from '../people/person-api.ts';
import type { Site } from '../site/site.ts';
import { BOARD_TEXTS } from './board-texts.ts';
import { SAMPLE_PICTURES } from './sample-pictures.ts';
import { LANGUAGES, type Language } from './site-texts.ts';

/**
 * The user of a screen: signed out, a person with a new account, one who was invited and has no name yet, one who has to
 * enter a code, one who has entered it, or one with boards, notes and other members.
 */
export type Viewer = 'visitor' | 'person' | 'invited' | 'code-wanted' | 'protected' | 'member';

/** Paths that the member can open. */
export interface MemberPaths {
  readonly board: string;
  /** A board with a very long title and text. */
  readonly awkward: string;
  readonly invitedTo: string;
}

interface Member {
  readonly session: GivenSession;
  readonly paths: MemberPaths;
}

const PASSWORD = 'gannet plinth oxbow tureen';

/** The tints of the further boards. */
const TINTS = ['green', 'violet', 'yellow'] as const;

/** The accounts of the viewers, and their content on one site. Each account is created when it is first used. */
export class ScreenAccounts {
  readonly #site: Site;
  readonly #domain: string;
  readonly #person = once(() => this.#account('Ada Lovelace', 'ada'));
  readonly #invited = once(() => this.#account('', 'noor'));
  readonly #withFactor = once(() => this.#createWithFactor());
  readonly #members = new Map(LANGUAGES.map((language) => [language, once(() => this.#createMember(language))]));

  /** @param sameAddresses whether people have the same email addresses in every run, as pictures need; only on a site of its own */
  constructor(site: Site, { sameAddresses }: { readonly sameAddresses: boolean }) {
    this.#site = site;
    this.#domain = sameAddresses ? 'example.com' : `${crypto.randomUUID().slice(0, 8)}.example.com`;
  }

  /** The session of a viewer, or null for visitors. A member's boards are in the language of the screen. */
  async sessionOf(viewer: Viewer, language: Language): Promise<GivenSession | null> {
    switch (viewer) {
      case 'visitor':
        return null;
      case 'person':
        return this.#person();
      case 'invited':
        return this.#invited();
      case 'code-wanted':
        return (await this.#withFactor()).wanted;
      case 'protected':
        return (await this.#withFactor()).given;
      case 'member':
        return (await this.#member(language)).session;
    }
  }

  async memberPaths(language: Language): Promise<MemberPaths> {
    return (await this.#member(language)).paths;
  }

  #member(language: Language): Promise<Member> {
    const member = this.#members.get(language);
    if (!member) throw new Error(`There is no member for the language ${language}.`);
    return member();
  }

  #address(mailbox: string): string {
    return `${mailbox}@${this.#domain}`;
  }

  #account(name: string, mailbox: string): Promise<GivenSession> {
    return createAccount(this.#site, { name, email: this.#address(mailbox), password: PASSWORD });
  }

  async #createWithFactor(): Promise<{ readonly given: GivenSession; readonly wanted: GivenSession }> {
    const person = { name: 'Grace Hopper', email: this.#address('grace'), password: PASSWORD };
    const api = new PersonApi(this.#site, await createAccount(this.#site, person));
    const { id, totp } = await api.enrolApp('Work phone');
    const given = await api.verifyFactor(id, new Authenticator(totp.secret).code());
    await new PersonApi(this.#site, given).addRecoveryCodes();
    return { given, wanted: await api.logIn(person) };
  }

  async #createMember(language: Language): Promise<Member> {
    const texts = BOARD_TEXTS[language];
    const session = await this.#account(texts.names[0], `lin.${language}`);
    const own = new PersonApi(this.#site, session);
    const other = new PersonApi(this.#site, await this.#account(texts.names[1], `sam.${language}`));
    for (const [index, [name, note]] of texts.furtherBoards.entries()) {
      const further = await other.addBoard(name, TINTS[index]);
      await other.invite(further, this.#address(`lin.${language}`));
      await own.accept(further);
      await other.addNote(further, note, '');
    }
    const board = await own.addBoard(texts.board, 'orange');
    await own.invite(board, this.#address(`sam.${language}`));
    await other.accept(board);
    // The last note is the oldest.
    for (const [index, [title, body]] of [...texts.notes].reverse().entries()) await (index === 0 ? other : own).addNote(board, title, body);
    const [first] = await own.notesOf(board);
    if (first !== undefined) for (const picture of SAMPLE_PICTURES) await own.addFile(board, first, picture);
    await own.invite(board, this.#address('kim'));
    await own.star(board);
    const awkward = await own.addBoard(texts.otherBoard, 'blue');
    await own.addNote(awkward, 'A title of some length that has to break somewhere, and then goes on', `${'word '.repeat(40)}\n${'unbreakable'.repeat(20)}`);
    const invitedTo = await other.addBoard(texts.sharedBoard);
    await other.invite(invitedTo, this.#address(`lin.${language}`));
    await this.#invited();
    await other.invite(invitedTo, this.#address('noor'));
    return { session, paths: { board: `/workspace/${board}`, awkward: `/workspace/${awkward}`, invitedTo: `/workspace/${invitedTo}` } };
  }
}

/** Creates a value at the first call, and returns the same value from then on. */
function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= create());
}
