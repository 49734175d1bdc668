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
  readonly #addresses: readonly string[];

  constructor(origin: string, source: Document) {
    super(origin);
    const text = source.getElementById(DEVELOPMENT_ID)?.textContent;
    this.#folders = text ? v.parse(developmentSchema, JSON.parse(text)).folders : [];
    this.#addresses = this.#folders.map((folder) => new URL(folder, origin).href);
  }

  override integrityOf(address: string): string {
    const { href } = new URL(address, location.origin);
    return this.#addresses.some((folder) => href.startsWith(folder)) ? '' : super.integrityOf(address);
  }

  /** Whether a release's files are in one of the folders that change. */
  isDeveloped(base: string): boolean {
    return this.#folders.includes(base);
  }
}
