import * as v from 'valibot';
import type { ImageFile } from './image-file.ts';
import { sessionSchema, type GivenSession, type Person } from './people.ts';
import type { Site } from '../site/site.ts';

const idSchema = v.object({ id: v.string() });
const codesSchema = v.object({ codes: v.array(v.string()) });
const factorSchema = v.object({ id: v.string(), totp: v.object({ secret: v.string() }) });

/** The `User-Agent` of a further log-in: another device. */
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

/** The backend's API with the rights of one person. Tests create with it what they do not test. */
export class PersonApi {
  readonly #backend: Site['backend'];
  readonly #session: GivenSession;

  constructor({ backend }: Pick<Site, 'backend'>, session: GivenSession) {
    this.#backend = backend;
    this.#session = session;
  }

  async enrolApp(name: string): Promise<v.InferOutput<typeof factorSchema>> {
    return v.parse(factorSchema, await this.#request('auth/v1/factors', { factor_type: 'totp', friendly_name: name, issuer: 'Atrium' }));
  }

  async verifyFactor(factor: string, code: string): Promise<GivenSession> {
    const { id } = v.parse(idSchema, await this.#request(`auth/v1/factors/${factor}/challenge`, {}));
    return v.parse(sessionSchema, await this.#request(`auth/v1/factors/${factor}/verify`, { challenge_id: id, code }));
  }

  /** Creates recovery codes, in a session after the code of a factor. Returns them. */
  async addRecoveryCodes(): Promise<readonly string[]> {
    return v.parse(codesSchema, await this.#request('auth/v1/factors/recovery-codes', {})).codes;
  }

  async logIn({ email, password }: Person): Promise<GivenSession> {
    return v.parse(sessionSchema, await this.#request('auth/v1/token?grant_type=password', { email, password }, undefined, PHONE));
  }

  /** Ends all sessions of the person, this one too. */
  async logOutEverywhere(): Promise<void> {
    await this.#request('auth/v1/logout?scope=global', {});
  }

  /** Returns the id of the board. Its tint is always the same, so that pictures are. */
  async addBoard(name: string, tint = 'teal'): Promise<string> {
    const id = crypto.randomUUID();
    await this.#request('rest/v1/workspace_boards', { id, name, tint });
    return id;
  }

  async addNote(board: string, title: string, body: string): Promise<void> {
    await this.#request('rest/v1/workspace_notes', { board, title, body });
  }

  async star(board: string): Promise<void> {
    await this.#request('rest/v1/workspace_favourites', { board });
  }

  /** The ids of a board's notes, in their order. */
  async notesOf(board: string): Promise<readonly string[]> {
    const found = await this.#request(`rest/v1/workspace_notes?select=id&board=eq.${board}&order=position`);
    return v.parse(v.array(idSchema), found).map(({ id }) => id);
  }

  async addFile(board: string, note: string, { name, mimeType, buffer, thumbnail }: ImageFile): Promise<void> {
    const path = `${board}/${note}/${crypto.randomUUID()}/${name}`;
    await this.#request(`storage/v1/object/workspace-files/${path}`, buffer, mimeType);
    await this.#request('rest/v1/workspace_attachments', { id: crypto.randomUUID(), board, note, path, name, type: mimeType, size: buffer.length, thumbnail });
  }

  async invite(board: string, email: string): Promise<void> {
    await this.#request('rest/v1/workspace_invitations', { board, email });
  }

  async accept(board: string): Promise<void> {
    await this.#request('rest/v1/rpc/workspace_accept_invitation', { board });
  }

  async #request(path: string, body?: object, type = 'application/json', userAgent?: string): Promise<unknown> {
    const response = await fetch(`${this.#backend.apiUrl}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { apikey: this.#backend.publishableKey, authorization: `Bearer ${this.#session.access_token}`, 'content-type': type, ...(userAgent !== undefined && { 'user-agent': userAgent }) },
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} responded with ${String(response.status)}: ${text}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  }
}
