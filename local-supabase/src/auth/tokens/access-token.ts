import { SignJWT } from 'jose';
import type { AuthServices } from '../auth-services.ts';
import type { SessionRow } from '../sessions/session-row.ts';
import type { UserRow } from '../users/user-row.ts';

/** An access token and its end, in seconds since 1970. */
export interface AccessToken {
  token: string;
  expiresAt: number;
}

/** Signs an access token with the claims that GoTrue gives (internal/tokens/service.go). */
export async function signAccessToken(auth: AuthServices, user: UserRow, session: SessionRow): Promise<AccessToken> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + auth.settings.jwtExpiry;
  const token = await new SignJWT({
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? 'authenticated',
    aal: session.aal ?? 'aal1',
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
    .setProtectedHeader({ alg: 'ES256', kid: auth.signingKeys.current.kid, typ: 'JWT' })
    .setIssuer(`${auth.settings.externalUrl ?? auth.apiUrl()}/auth/v1`)
    .setSubject(user.id)
    .setAudience(user.aud ?? 'authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(auth.signingKeys.current.privateKey);
  return { token, expiresAt };
}
