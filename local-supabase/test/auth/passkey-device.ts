import { createHash, createSign, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';

/** Flags of authenticator data: the user was present and verified; a credential is attached (WebAuthn, section 6.1). */
const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/** How a device's response differs from that of an honest one. */
interface Deviations {
  readonly origin?: string;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly signedWith?: KeyObject;
}

type RegistrationCredential = Parameters<SupabaseClient['auth']['passkey']['verifyRegistration']>[0]['credential'];
type AssertionCredential = Parameters<SupabaseClient['auth']['passkey']['verifyAuthentication']>[0]['credential'];

/** A device with one passkey, at a site with this origin: an authenticator in software (ES256, no attestation). */
export class PasskeyDevice {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #credentialId = randomBytes(16);
  readonly #origin: string;
  #userHandle = '';
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Responds to the options of a registration. */
  create({ challenge, user, rp }: { challenge: string; user: { id: string }; rp: { id?: string | undefined } }, { origin = this.#origin }: Deviations = {}): RegistrationCredential {
    this.#userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // The key as CBOR (RFC 9053, section 7.1): kty EC2, alg ES256, crv P-256, and the coordinates.
    const key = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url'), Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#credentialId.length);
    const data = this.#authenticatorData(rp.id ?? '', WITH_CREDENTIAL, Buffer.concat([Buffer.alloc(16), length, this.#credentialId, key]));
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    // { fmt: "none", attStmt: {}, authData: bytes } as CBOR.
    const attestation = Buffer.concat([Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'), size, data]);
    return {
      ...this.#credential(),
      response: { clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'), attestationObject: attestation.toString('base64url') },
    };
  }

  /** Responds to the options of a sign-in. */
  sign({ challenge, rpId = '' }: { challenge: string; rpId?: string | undefined }, deviations: Deviations = {}): AssertionCredential {
    const { origin = this.#origin, userHandle = this.#userHandle, signedWith = this.#keys.privateKey } = deviations;
    const authenticatorData = this.#authenticatorData(rpId, 0, Buffer.alloc(0));
    const client = clientData('webauthn.get', deviations.challenge ?? challenge, origin);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(signedWith).toString('base64url'),
        userHandle,
      },
    };
  }

  #credential(): { id: string; rawId: string; type: 'public-key'; clientExtensionResults: object } {
    const id = this.#credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  #authenticatorData(rpId: string, flags: number, attached: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE((this.#counter += 1));
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([PRESENT_AND_VERIFIED | flags]), counter, attached]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** A user handle that no account has. */
export function strangersHandle(): string {
  return Buffer.from(randomUUID()).toString('base64url');
}
