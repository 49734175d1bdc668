import * as v from 'valibot';
import { FileNotAdmittedError, type FileHashes } from '../../../shell/src/federation/admitted-files.ts';

/** Id of the data block with the hash of each script and style sheet, by its path. */
export const HASHES_ID = 'file-hashes';

const hashesSchema = v.record(v.string(), v.string());

/** Reads which files may be loaded from the document. It replaces the release set of the federated site. */
export function documentHashes(source: Document, origin: string): FileHashes {
  const hashes = v.parse(hashesSchema, JSON.parse(source.getElementById(HASHES_ID)?.textContent ?? '{}'));
  return {
    integrityOf(address) {
      const hash = hashes[new URL(address, origin).pathname];
      if (hash === undefined) throw new FileNotAdmittedError(`${address} is not a file of this bundle.`);
      return hash;
    },
  };
}
