import { useState } from 'react';

/** Copies a text to the clipboard at the press of a button. */
export function useCopy(text: string): { readonly isCopied: boolean; readonly copy: () => Promise<void> } {
  const [isCopied, setIsCopied] = useState(false);
  return {
    isCopied,
    async copy() {
      try {
        await navigator.clipboard.writeText(text);
        setIsCopied(true);
      } catch {
        // The browser forbids it. The user can select the text.
        setIsCopied(false);
      }
    },
  };
}
