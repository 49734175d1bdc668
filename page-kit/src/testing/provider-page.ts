import { waitFor } from '@testing-library/react';
import type { FakeBackend } from '../fake-backend/fake-backend.ts';

/** What the user does at the page of a provider: they log in with an account there, or press "Cancel". */
export type ProviderAnswer = { readonly email: string; readonly name?: string } | 'cancelled';

/** Opens an address of the site, to which a provider sends the user back. */
type OpenReturn = (address: URL) => Promise<void>;

/** The page of a provider, for which the page under test leaves the site. */
export class ProviderPage {
  readonly #backend: FakeBackend;
  #address: string | null = null;
  #openReturn: OpenReturn = () => Promise.resolve();

  constructor(backend: FakeBackend) {
    this.#backend = backend;
  }

  /** The page under test leaves for an address. */
  open(address: string): void {
    this.#address = address;
  }

  /** Sets what opens the site again: the newest visit. */
  onReturn(open: OpenReturn): void {
    this.#openReturn = open;
  }

  /** The user answers, and comes back to the site. Waits until the page under test has left. */
  async answer(answer: ProviderAnswer): Promise<void> {
    // The redirects of the auth service lead to the provider, and from there to the site.
    const { searchParams: query } = await this.#follow(await waitFor(() => this.#takeAddress()));
    const values = answer === 'cancelled' ? { error: 'access_denied', error_description: 'The user cancelled.' } : answer;
    const callback = new URLSearchParams({ state: query.get('state') ?? '', ...values });
    await this.#openReturn(await this.#follow(`${query.get('redirect_uri') ?? ''}?${callback.toString()}`));
  }

  #takeAddress(): string {
    const address = this.#address;
    if (address === null) throw new Error("The page has not opened a provider's page.");
    this.#address = null;
    return address;
  }

  /** Follows redirects of the auth service, as the browser does, to an address outside of it. */
  async #follow(address: string): Promise<URL> {
    const response = await this.#backend.answer(new Request(address));
    if (!response) return new URL(address);
    const target = response.headers.get('location');
    if (target === null) throw new Error(`The auth service did not redirect the user. It responded: ${await response.text()}`);
    return this.#follow(target);
  }
}
