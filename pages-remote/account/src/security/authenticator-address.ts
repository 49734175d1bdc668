import { securityText } from './security-messages.ts';

/**
 * The address by which an authenticator app on the same device takes a secret, as the QR code has it
 * (github.com/google/google-authenticator/wiki/Key-Uri-Format). As secret as that: for a link, and for nothing that is kept.
 */
export function authenticatorAddress(secret: string, email: string): string {
  // Not URLSearchParams: apps show its "+" where a space was.
  const issuer = encodeURIComponent(securityText('issuer'));
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${encodeURIComponent(secret)}&issuer=${issuer}`;
}
