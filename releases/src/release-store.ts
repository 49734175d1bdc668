import type { Registry } from './registry.ts';
import type { ReleaseManifest } from './release-manifest.ts';
import type { SealedRelease } from './seal.ts';

/** What reading the registry gave. `problem` is a sentence part that names the place and quotes no content. */
export type RegistryReading =
  | { readonly status: 'ok'; readonly registry: Registry }
  | { readonly status: 'missing' }
  | { readonly status: 'malformed'; readonly problem: string };

/** What reading a manifest gave; `problem` as in {@link RegistryReading}. */
export type ManifestReading =
  | { readonly status: 'ok'; readonly manifest: ReleaseManifest }
  | { readonly status: 'missing' }
  | { readonly status: 'malformed'; readonly problem: string };

/** A content coding that files are kept in besides their own bytes (RFC 9110 §8.4.1). */
export type Compression = 'br' | 'gzip';

/** A file of a release, as it is sent. */
export interface ReleaseFile {
  readonly content: Buffer;
  readonly encoding: Compression | 'identity';
  /** Integrity of the file itself, whatever the encoding. */
  readonly integrity: string;
}

/** The wish to make a stored release the live one. */
export interface LiveMove {
  readonly name: string;
  readonly release: string;
  /** The revision of the registry that the wish rests on; 0 where there is no registry yet. */
  readonly expectedRevision: number;
  readonly who: string;
  readonly why: string;
}

/** Where releases and the registry are kept (design §7, Stores). */
export interface ReleaseStore {
  /**
   * Stores a release for ever.
   *
   * @returns whether it was stored now, or was there already with the same bytes
   * @throws ReleaseConflictError if other bytes are there under the same id
   */
  putRelease(sealed: SealedRelease): Promise<'stored' | 'already-there'>;
  /** Reads a release's manifest. Names and ids of a wrong form are simply missing. */
  readManifest(name: string, release: string): Promise<ManifestReading>;
  /**
   * Reads a file that the release's manifest names; null for every other.
   *
   * @param encodings the encodings that the reader takes, the preferred one first
   */
  releaseFile(
    name: string,
    release: string,
    path: string,
    encodings?: readonly Compression[],
  ): Promise<ReleaseFile | null>;
  /** Reads the registry. */
  readRegistry(): Promise<RegistryReading>;
  /** A text that changes whenever the registry does, much cheaper than reading it. */
  registryFingerprint(): Promise<string>;
  /**
   * Makes a release live, if the registry is still at the expected revision and the checks on stored facts pass.
   * A release that is live already stays so, and the registry stays as it is.
   *
   * @returns the registry after the move
   * @throws RevisionMismatchError, MoveRefusedError, RegistryUnreadableError or StoreLockedError
   */
  moveLive(move: LiveMove): Promise<Registry>;
}
