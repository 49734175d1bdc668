import { Authenticator } from '../people/authenticator.ts';
import { pngFile } from '../people/image-file.ts';
import { createAccount, type GivenSession } from '../people/people.ts';
import { PersonApi } from '../people/person-api.ts';
import type { Site } from '../site/site.ts';
import { BOARD_TEXTS } from './board-texts.ts';
import { LANGUAGES, type Language } from './site-texts.ts';

/** Drawings of 40 × 40 pixels: tables from above, and a map. */
const PLAN = 'data:image/webp;base64,UklGRngBAABXRUJQVlA4IGwBAAAwCgCdASooACgAPqlEnUmmI6MhNVVdUMAVCWwAnTMXxIkItOLbnqT20HPr7rMXFb+kyQB/eC5tZaNzGsk2DmofSfmphJ4uBnEBZPcReqWMq2BDD36Jm1R0MAAA/pvzAfV2b5g2WDEvhyxS/mA3cxnnzVaWIHjzpMTDxlcNQsQ3ep0Les1PpGh9IEKy6IwTQP7xN7F9XSBz4PG+/vCi2lnICNM0mlbmvpBK4g61yjyYY0xdIDG9RQeO374SzxNh8p/uIRDq2wcs6+PFlor0brokWx44v7VHPTx4DT7tcz+dJpGsrC3cPJ0wuj9gItRWKpW8gILRs813Tb0y+1eFlzKPzNqesvC/m7KUU4QyEy1LQxZyCp9btHD4b/BScn8Fu4AvcOCZBrhqES5y5/fdgY6RnMTf9+zu/wmtMb907Cnb5DxOsINhXCAdsJy//MeGTpOThvX2Ptt5MaFym77oK+v80/bc9ylhzMLTqgAA';
const MAP = 'data:image/webp;base64,UklGRkgBAABXRUJQVlA4IDwBAAAQCACdASooACgAPrVIoEonJCMhpzgO2OAWiWwAnTKEiVDDqtAgc4/2Y/YLSpu1rhgDmv7cX2IcajN45H8MqPQmScfNNYXT6wgAAP74sx0bixNE+JHjGHa+zTqX2AmwbAxKIz+qoD1sbKrrpXlrJuOHkpfazNDtPIZXA40HzM14BgdF+nV1GAjhjoGVWgs6Zyjggk78DcBBMhJjHx5MJyOatA4dVEocTWfOBl49zNKNSi9jJ7pKQ55eKPnsL5ZhqdpdTGEniyftCBWzH3gM+RK+Z4wdqavM5mxjnNv9OHubf2EnWuWAv6WwW4sunbjUoCSlTyN37jphddP/w4MbVxa6bSC7bGsSG16+CyANX0VHMdVt5CYd3Vy7DZU1HG9O7O+sz5SYgcX/ov/Vabi7hW2ARfAhMwr/iCWH4AAA';

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
    const board = await own.addBoard(texts.board, 'orange');
    await own.invite(board, this.#address(`sam.${language}`));
    await other.accept(board);
    // The last note is the oldest.
    for (const [index, [title, body]] of [...texts.notes].reverse().entries()) await (index === 0 ? other : own).addNote(board, title, body);
    const [first] = await own.notesOf(board);
    if (first !== undefined) {
      await own.addFile(board, first, { ...pngFile('plan.png', { width: 320, height: 200 }), thumbnail: PLAN });
      await own.addFile(board, first, { ...pngFile('map.png', { width: 200, height: 300 }), thumbnail: MAP });
    }
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
