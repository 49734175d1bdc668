import type { CDPSession, Page } from '@playwright/test';

/** A device whose authenticator keeps passkeys: a fingerprint reader, say. */
export interface PasskeyDevice {
  /** Whether the user confirms the browser's dialogs. Otherwise, each fails. */
  confirms(isConfirmed: boolean): Promise<void>;
  /** Number of passkeys that it keeps. */
  count(): Promise<number>;
}

/** Gives the browser of a page an authenticator (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn). Its passkeys end with the page. */
export async function addPasskeyDevice(page: Page): Promise<PasskeyDevice> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return {
    async confirms(isUserVerified) {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isUserVerified });
    },
    async count() {
      return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
    },
  };
}
