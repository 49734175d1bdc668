import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** What authenticator apps assume unless told otherwise (RFC 6238): the parameters that GoTrue uses. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one whose code is taken as well, for clocks that go wrong. */
const skew = 1;
/** 160 bits, as RFC 4226 (section 4, R6) recommends. */
const secretBytes = 20;

/** A new secret for an authenticator app, in the shape of GoTrue's answer. */
export interface TotpEnrolment {
  /** SVG source. Holds no `#`, because supabase-js puts it into a data address unescaped. */
  qr_code: string;
  /** Base32. */
  secret: string;
  /** `otpauth://totp/…` */
  uri: string;
}

/** Makes a secret for an account of an issuer. */
export function createTotp(issuer: string, account: string): TotpEnrolment {
  const totp = new TOTP({ ...parameters, issuer, label: account, secret: new Secret({ size: secretBytes }) });
  const uri = totp.toString();
  return { qr_code: renderSVG(uri, { ecc: 'H', pixelSize: 3 }), secret: totp.secret.base32, uri };
}

/** The time step (RFC 6238: 30 seconds each since 1970) that a code belongs to; undefined for a code of none close by. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code.trim(), timestamp: now, window: skew });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
