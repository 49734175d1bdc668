import * as v from 'valibot';
import type { Team, TeamBook, TokenRequest } from '../team-book.ts';
import { askSite, type SiteAccess } from './site-request.ts';
import { SiteStoreError } from './site-store-error.ts';
import { revokedAnswerSchema, sendableTokenSchema, teamAnswerSchema, teamsAnswerSchema, tokenAnswerSchema } from './store-wire.ts';

/** The teams of a running site. Only the token of a team that may release everything may see or change them. */
export class SiteTeamBook implements TeamBook {
  readonly #access: SiteAccess;

  constructor(access: SiteAccess) {
    this.#access = access;
  }

  async listTeams(): Promise<readonly Team[]> {
    return (await askSite(this.#access, { path: 'tokens' }, teamsAnswerSchema)).teams;
  }

  async createToken(request: TokenRequest): Promise<string> {
    const inDoubt = 'Look at atrium token list first, and revoke a token there whose text nobody got.';
    return (await askSite(this.#access, { method: 'POST', path: 'tokens', json: request, inDoubt }, tokenAnswerSchema)).token;
  }

  async revokeToken(id: string): Promise<boolean> {
    const path = `tokens/${encodeURIComponent(id)}`;
    return (await askSite(this.#access, { method: 'DELETE', path }, revokedAnswerSchema)).revoked;
  }

  /** Asks in the name of the token itself: nobody else may ask whose a token is. */
  async teamOfToken(text: string): Promise<Pick<Team, 'team' | 'remotes'> | null> {
    if (!v.is(sendableTokenSchema, text)) return null;
    try {
      return await askSite({ ...this.#access, token: text }, { path: 'team' }, teamAnswerSchema);
    } catch (error) {
      if (error instanceof SiteStoreError && error.code === 'unknown-token') return null;
      throw error;
    }
  }

  /** @throws SiteStoreError always: who has the token has the key, and a site tells it nobody else */
  previewKeyOf(): Promise<null> {
    return Promise.reject(new SiteStoreError('not-your-right', 'A site does not tell the keys of previews. Sign with the token itself.'));
  }
}
