import * as v from 'valibot';
import { AdmittedFiles } from '../federation/admitted-files.ts';

/** Id of the data block in which a development server says what it develops. */
const DEVELOPMENT_ID = 'atrium-development';

const developmentSchema = v.strictObject({
  /** Addresses of the folders whose files change while they are loaded: absolute paths with a slash at the end. */
  folders: v.array(v.string()),
});

/** The files of a tab in which some remotes are being developed: theirs may be any, as they change all the time. */
export class DevelopmentFiles extends AdmittedFiles {
  readonly #folders: readonly string[];
  readonly #ownOrigin: string;

  /** @throws ValiError for a data block of another form: nothing of the site can run then */
  constructor(origin: string, source: Document) {
    super(origin);
    this.#ownOrigin = origin;
    const text = source.getElementById(DEVELOPMENT_ID)?.textContent;
    this.#folders = text ? v.parse(developmentSchema, JSON.parse(text)).folders : [];
  }

  override integrityOf(address: string): string {
    const { origin, pathname } = new URL(address, this.#ownOrigin);
    const isDeveloped = origin === this.#ownOrigin && this.#folders.some((folder) => pathname.startsWith(folder));
    // No integrity: another one after each edit.
    return isDeveloped ? '' : super.integrityOf(address);
  }

  /** Whether a release's files are in one of the folders that change. */
  isDeveloped(base: string): boolean {
    return this.#folders.includes(base);
  }
}
