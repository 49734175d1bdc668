import { Authenticator } from '../authenticator.ts';
import { pngFile } from '../image-file.ts';
import { createAccount, type GivenSession, type Person } from '../people.ts';
import type { RunningSite } from '../running-site.ts';
import { BOARD_TEXTS } from './board-texts.ts';
import { Service } from './service.ts';
import type { Viewer } from './screen.ts';
import { LANGUAGES, type Language } from './site-texts.ts';

/** Paths of what the member can open. */
export interface MembersPlaces {
  readonly board: string;
  readonly awkward: string;
  readonly invitedTo: string;
}

interface Member {
  readonly session: GivenSession;
  readonly places: MembersPlaces;
}

const PASSWORD = 'gannet plinth oxbow tureen';

/** The people who look at the screens, with what they have on the site. Each is made when first asked for, once a site. */
export class Cast {
  readonly #site: RunningSite;
  readonly #person = once(() => this.#account('Ada Lovelace', 'ada'));
  readonly #invited = once(() => this.#account('', 'noor'));
  readonly #withFactor = once(() => this.#makeWithFactor());
  readonly #members = new Map(LANGUAGES.map((language) => [language, once(() => this.#makeMember(language))]));

  constructor(site: RunningSite) {
    this.#site = site;
  }

  /** The session of a viewer; null for visitors. A member has boards in the language of who looks. */
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

  /** Where the member's things are. */
  async placesOf(language: Language): Promise<MembersPlaces> {
    return (await this.#member(language)).places;
  }

  #member(language: Language): Promise<Member> {
    const member = this.#members.get(language);
    if (!member) throw new Error(`Nobody looks in ${language}.`);
    return member();
  }

  #account(name: string, mailbox: string): Promise<GivenSession> {
    return createAccount(this.#site, personOf(name, mailbox));
  }

  async #makeWithFactor(): Promise<{ readonly given: GivenSession; readonly wanted: GivenSession }> {
    const person = personOf('Grace Hopper', 'grace');
    const service = new Service(this.#site, await createAccount(this.#site, person));
    const { id, totp } = await service.enrolApp('Work phone');
    const given = await service.verifyFactor(id, new Authenticator(totp.secret).code());
    return { given, wanted: await service.logIn(person) };
  }

  async #makeMember(language: Language): Promise<Member> {
    const texts = BOARD_TEXTS[language];
    const session = await this.#account(texts.names[0], `lin.${language}`);
    const own = new Service(this.#site, session);
    const other = new Service(this.#site, await this.#account(texts.names[1], `sam.${language}`));
    const board = await own.addBoard(texts.board);
    for (const [title, body] of [...texts.notes].reverse()) await own.addNote(board, title, body);
    const [first] = await own.notesOf(board);
    if (first !== undefined) await own.addFile(board, first, pngFile('plan.png', { width: 320, height: 200 }));
    await own.invite(board, `sam.${language}@example.com`);
    await other.accept(board);
    await own.invite(board, 'kim@example.com');
    const awkward = await own.addBoard(texts.otherBoard);
    await own.addNote(awkward, 'A title of some length that has to break somewhere, and then goes on', `${'word '.repeat(40)}\n${'unbreakable'.repeat(20)}`);
    const invitedTo = await other.addBoard(texts.sharedBoard);
    await other.invite(invitedTo, `lin.${language}@example.com`);
    return { session, places: { board: `/workspace/${board}`, awkward: `/workspace/${awkward}`, invitedTo: `/workspace/${invitedTo}` } };
  }
}

/** Makes something when it is first asked for. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}

/** Addresses stay the same from run to run, as pictures show them. */
function personOf(name: string, mailbox: string): Person {
  return { name, email: `${mailbox}@example.com`, password: PASSWORD };
}
