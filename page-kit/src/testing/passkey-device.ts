import { base64urlOfText } from '../fake-backend/auth/base64url.ts';

/** What a browser returns for a passkey, in the form that is sent to the service. */
class FakeCredential {
  static isConditionalMediationAvailable(): Promise<boolean> {
    return Promise.resolve(true);
  }

  static parseCreationOptionsFromJSON(options: unknown): unknown {
    return options;
  }

  static parseRequestOptionsFromJSON(options: unknown): unknown {
    return options;
  }

  readonly #id: string;
  readonly #userHandle: string;

  constructor(id: string, userHandle: string) {
    this.#id = id;
    this.#userHandle = userHandle;
  }

  toJSON(): object {
    return { id: this.#id, rawId: this.#id, type: 'public-key', clientExtensionResults: {}, response: { userHandle: this.#userHandle, clientDataJSON: '', authenticatorData: '', signature: '' } };
  }
}

/** A request of the page for a new passkey. */
interface CreationRequest {
  readonly publicKey: { readonly user: { readonly id: string }; readonly excludeCredentials: readonly { readonly id: string }[] };
}

/** A request of the page for a passkey to log in with. */
interface AssertionRequest {
  readonly mediation?: string;
  readonly signal?: AbortSignal;
}

/** The browser's passkeys, and the user who answers its dialog. */
export class PasskeyDevice {
  #held: { readonly id: string; readonly userHandle: string } | null = null;
  #cancelsNext = false;
  #choose: (() => void) | null = null;

  /** The browser can use passkeys until the returned function is called. */
  install(): () => void {
    const before = Object.getOwnPropertyDescriptor(navigator, 'credentials');
    Object.assign(globalThis, { PublicKeyCredential: FakeCredential });
    Object.defineProperty(navigator, 'credentials', {
      configurable: true,
      value: { create: (request: CreationRequest) => this.#create(request), get: (request: AssertionRequest) => this.#get(request) },
    });
    return () => {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
      Reflect.deleteProperty(navigator, 'credentials');
      if (before) Object.defineProperty(navigator, 'credentials', before);
    };
  }

  /** The device holds this passkey. */
  hold(credentialId: string, userId: string): void {
    this.#held = { id: credentialId, userHandle: base64urlOfText(userId) };
  }

  /** The user closes the next dialog. */
  cancelNext(): void {
    this.#cancelsNext = true;
  }

  /** The user chooses the passkey among the suggestions of a field. @throws Error if the page offers none */
  chooseSuggestion(): void {
    if (!this.#choose) throw new Error('No field of the page offers passkeys among its suggestions.');
    this.#choose();
  }

  #create({ publicKey: { user, excludeCredentials } }: CreationRequest): Promise<FakeCredential> {
    if (this.#isCancelled()) return cancelled();
    const { id } = this.#held ?? {};
    if (excludeCredentials.some((excluded) => excluded.id === id)) return Promise.reject(new DOMException('It has one already.', 'InvalidStateError'));
    this.#held = { id: base64urlOfText(crypto.randomUUID()), userHandle: user.id };
    return Promise.resolve(this.#credential());
  }

  #get({ mediation, signal }: AssertionRequest): Promise<FakeCredential> {
    if (mediation !== 'conditional') return this.#isCancelled() || !this.#held ? cancelled() : Promise.resolve(this.#credential());
    return new Promise((resolve, reject) => {
      this.#choose = () => resolve(this.#credential());
      signal?.addEventListener('abort', () => {
        this.#choose = null;
        reject(new DOMException('The page ended it.', 'AbortError'));
      });
    });
  }

  #credential(): FakeCredential {
    if (!this.#held) throw new Error('The device has no passkey. Give it one with hold().');
    return new FakeCredential(this.#held.id, this.#held.userHandle);
  }

  #isCancelled(): boolean {
    const isCancelled = this.#cancelsNext;
    this.#cancelsNext = false;
    return isCancelled;
  }
}

function cancelled(): Promise<never> {
  return Promise.reject(new DOMException('The user closed the dialog.', 'NotAllowedError'));
}
