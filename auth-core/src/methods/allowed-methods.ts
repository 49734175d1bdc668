import { PROVIDERS, type Provider } from '@atrium/page-kit/contract/auth';

/** The known providers that the project allows, in the order of {@link PROVIDERS}. */
export function availableProviders(): readonly Provider[] {
  const allowed = allowedMethods();
  return Object.keys(PROVIDERS).filter((name): name is Provider => allowed.includes(name));
}

/** Whether the project allows passkeys, and this browser can use them at this address: passkeys are for domains, not for IP addresses. */
export function canUsePasskeys(): boolean {
  return allowedMethods().includes('passkey') && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname);
}

/** Whether the project takes log-ins with an email address: with a password, or a mailed code or link. */
export function allowsEmail(): boolean {
  return !allowedMethods().includes('no-email');
}

/** The methods besides passwords and mails that the project allows, and `no-email`. The site's server marks the document with them. */
function allowedMethods(): readonly string[] {
  return document.documentElement.dataset['signIn']?.split(' ') ?? [];
}
