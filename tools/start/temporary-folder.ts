import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder that goes when this process does, whatever ends it but a kill. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-releases-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
