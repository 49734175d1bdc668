import { authError, json, type FakeSite } from './fake-site.ts';

/** A picture as GoTrue writes it, with characters that end an unescaped data address. */
export const SVG = '<?xml version="1.0"?>\n<svg width="147" height="147" xmlns="http://www.w3.org/2000/svg">\n<rect x="0" style="fill:#000" width="100%"/>\n</svg>\n';

/** A factor in the service's format (supabase/auth, internal/models/factor.go). */
export function factor(id: string, status: 'verified' | 'unverified', more: object = {}) {
  return {
    id,
    friendly_name: `name of ${id}`,
    factor_type: 'totp',
    status,
    phone: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    last_challenged_at: null,
    ...more,
  };
}

/** The right code of every factor. */
export const RIGHT_CODE = '123456';

/** Adds the second factor of one account to the fake site, as in GoTrue (internal/api/mfa.go). */
export class FakeFactors {
  readonly #site: FakeSite;
  readonly #email: string;
  #factors: readonly ReturnType<typeof factor>[] = [];
  #serial = 0;

  constructor(site: FakeSite, email: string) {
    this.#site = site;
    this.#email = email;
    site.respondTo('POST /auth/v1/factors', ({ body }) => this.#enroll(body));
  }

  /** Sets the factors at the service. */
  set(...factors: readonly ReturnType<typeof factor>[]): void {
    this.#factors = factors;
    this.#site.setFactors(this.#email, factors);
    for (const { id } of factors) {
      this.#site.respondTo(`DELETE /auth/v1/factors/${id}`, () => this.#remove(id));
      this.#site.respondTo(`POST /auth/v1/factors/${id}/challenge`, () => this.#challenge(id));
      this.#site.respondTo(`POST /auth/v1/factors/${id}/verify`, ({ body }) => this.#verify(id, body));
    }
  }

  #enroll(body: unknown): Response {
    const { factor_type, friendly_name, phone } = { factor_type: 'totp', friendly_name: '', phone: '', ...asObject(body) };
    this.#serial += 1;
    const id = `factor-${String(this.#serial)}`;
    const isPhone = factor_type === 'phone';
    this.set(...this.#factors, factor(id, 'unverified', { factor_type, friendly_name, phone: isPhone ? phone : null }));
    return json(200, {
      id,
      type: factor_type,
      friendly_name,
      ...(isPhone ? { phone } : { totp: { qr_code: SVG, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Atrium:ada' } }),
    });
  }

  #challenge(id: string): Response {
    this.#serial += 1;
    const { factor_type } = this.#factors.find((known) => known.id === id) ?? factor(id, 'verified');
    return json(200, { id: `challenge-${String(this.#serial)}`, type: factor_type, expires_at: Math.floor(Date.now() / 1000) + 300 });
  }

  #verify(id: string, body: unknown): Response {
    const { code } = { code: '', ...asObject(body) };
    if (code !== RIGHT_CODE) return authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    this.set(...this.#factors.map((known) => (known.id === id ? { ...known, status: 'verified' as const } : known)));
    return json(200, this.#site.newSession(this.#email, 'aal2'));
  }

  #remove(id: string): Response {
    this.set(...this.#factors.filter((known) => known.id !== id));
    return json(200, { id });
  }
}

function asObject(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {};
}
