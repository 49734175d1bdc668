import { useMutation } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { downloadAddress, type StoredFile } from '../../model/files.ts';

/** Milliseconds after which the browser has certainly read the file that it saves. */
const READ_MS = 60_000;

/** Downloads content that the page has in memory. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  downloadFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}

/** Downloads from a URL. Browsers use the name only for URLs of the page's own origin. */
function downloadFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Downloads a stored file under its name. */
export function useDownload(client: SupabaseClient, { path, name }: Pick<StoredFile, 'path' | 'name'>) {
  return useMutation({
    mutationFn: async () => downloadFrom(await downloadAddress(client, path, name), name),
  });
}
