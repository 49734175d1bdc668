import { useMutation } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { downloadFile } from '@atrium/page-kit/site';
import { downloadAddress, type StoredFile } from '../../model/files.ts';

/** Downloads a stored file under its name. */
export function useDownload(client: SupabaseClient, { path, name }: Pick<StoredFile, 'path' | 'name'>) {
  return useMutation({
    mutationFn: async () => downloadFile(await downloadAddress(client, path, name), name),
  });
}
