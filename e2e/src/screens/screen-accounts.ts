import { Authenticator } from '../people/authenticator.ts';
import { pngFile } from '../people/image-file.ts';
import { createAccount, type GivenSession } from '../people/people.ts';
import type { Site } from '../site/site.ts';
import { BOARD_TEXTS } from './board-texts.ts';
import { Service } from '../people/person-api.ts';
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
  readonly #site: Site;
  readonly #domain: string;
  readonly #person = once(() => this.#account('Ada Lovelace', 'ada'));
  readonly #invited = once(() => this.#account('', 'noor'));
  readonly #withFactor = once(() => this.#makeWithFactor());
  readonly #members = new Map(LANGUAGES.map((language) => [language, once(() => this.#makeMember(language))]));

  /** @param sameAddresses whether people have the same addresses in each run, as pictures show them; only for a site of one's own */
  constructor(site: Site, { sameAddresses }: { readonly sameAddresses: boolean }) {
    this.#site = site;
    this.#domain = sameAddresses ? 'example.com' : `${crypto.randomUUID().slice(0, 8)}.example.com`;
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

  #address(mailbox: string): string {
    return `${mailbox}@${this.#domain}`;
  }

  #account(name: string, mailbox: string): Promise<GivenSession> {
    return createAccount(this.#site, { name, email: this.#address(mailbox), password: PASSWORD });
  }

  async #makeWithFactor(): Promise<{ readonly given: GivenSession; readonly wanted: GivenSession }> {
    const person = { name: 'Grace Hopper', email: this.#address('grace'), password: PASSWORD };
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
    await own.invite(board, this.#address(`sam.${language}`));
    await other.accept(board);
    await own.invite(board, this.#address('kim'));
    const awkward = await own.addBoard(texts.otherBoard);
    await own.addNote(awkward, 'A title of some length that has to break somewhere, and then goes on', `${'word '.repeat(40)}\n${'unbreakable'.repeat(20)}`);
    const invitedTo = await other.addBoard(texts.sharedBoard);
    await other.invite(invitedTo, this.#address(`lin.${language}`));
    return { session, places: { board: `/workspace/${board}`, awkward: `/workspace/${awkward}`, invitedTo: `/workspace/${invitedTo}` } };
  }
}

/** Makes something when it is first asked for. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}
