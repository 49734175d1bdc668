import type { PlatformRemote } from '@atrium/releases/platform-wire';
import { localizedText } from '../site/localized-text.ts';
import { platformText } from './platform-messages.ts';

/** What people call a remote. */
export function remoteTitle({ name, kind, title }: PlatformRemote): string {
  if (kind !== 'page-module') return platformText(kind);
  return (title && localizedText(title)) || name;
}
