import { showToast } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import { frameText } from './messages.ts';

/** What a toast says after a text was copied, or was not. */
interface CopyTexts {
  readonly copied: string;
  readonly notCopied: string;
}

/** Copies a text to the clipboard. Browsers refuse it if the user has not allowed it, or the page has no https. */
export async function copyText(text: string, { copied, notCopied }: CopyTexts): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: copied });
  } catch {
    showToast({ text: notCopied, tone: 'error' });
  }
}

/** A button that copies a text that is on screen. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  return <Button onClick={() => void copyText(text, { copied: frameText('copy.done'), notCopied: frameText('copy.failed') })}>{label}</Button>;
}
