import { useMutation } from '@tanstack/react-query';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { downloadAddress, type StoredFile } from '../../model/files.ts';
import { downloadFrom } from './save-file.ts';

/** Downloads a file under its name. */
export function useDownload(client: SupabaseClient, { path, name }: Pick<StoredFile, 'path' | 'name'>) {
  return useMutation({
    mutationFn: async () => downloadFrom(await downloadAddress(client, path, name), name),
  });
}
