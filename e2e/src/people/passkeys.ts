import { expect, type Page } from '@playwright/test';

/** A device whose authenticator keeps passkeys: a fingerprint reader, say. */
interface PasskeyDevice {
  /** Number of passkeys that it keeps. */
  count(): Promise<number>;
  /** Whether its user confirms the dialogs that open from now on. They do at first. */
  confirms(isConfirming: boolean): Promise<void>;
  /** Whether it recognizes its user from now on, by a fingerprint, say. Otherwise it uses no passkey. It does at first. */
  recognizes(isUser: boolean): Promise<void>;
  /**
   * Waits until the email field of the open page suggests passkeys. A device that does not confirm until then leaves the suggestion
   * open when it confirms again, so that a test can press the button instead.
   */
  isSuggested(): Promise<void>;
}

/**
 * Gives the browser of a page an authenticator (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn), whose user confirms
 * every dialog at once, and accepts the first suggestion. Takes it away again, because the next test gets the same browser.
 */
export async function withPasskeyDevice(page: Page, run: (device: PasskeyDevice) => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      document.documentElement.dataset['suggestion'] = String(options?.mediation);
      return get(options);
    };
  });
  try {
    await run({
      count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
      confirms: async (enabled) => void (await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
      recognizes: async (isUserVerified) => void (await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
      isSuggested: () => expect(page.locator('html')).toHaveAttribute('data-suggestion', 'conditional'),
    });
  } finally {
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await session.send('WebAuthn.disable');
    await session.detach();
  }
}
