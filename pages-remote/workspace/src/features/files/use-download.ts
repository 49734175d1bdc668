import { useMutation } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { downloadFile } from '@atrium/page-kit/site';
import { downloadAddress, type StoredFile } from '../../model/files.ts';

/** Downloads a stored file under its name. */
export function useDownload(client: SupabaseClient) {
  return useMutation({
    mutationFn: async ({ path, name }: StoredFile) => downloadFile(await downloadAddress(client, path, name), name),
  });
}
