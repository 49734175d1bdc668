import { Button } from '@atrium/page-kit/ui';
import { focusPage } from './focus-page.ts';
import { openTabText } from './open-tab-messages.ts';

/** Takes away what the tab says. The page takes the focus, which would be lost with the button. */
export function DismissButton({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <Button
      className="shell-dismiss"
      onClick={() => {
        onDismiss();
        focusPage();
      }}
    >
      <span className="atrium-visually-hidden">{openTabText('dismiss')}</span>
      <svg aria-hidden="true" viewBox="0 0 16 16"><path d="m3 3 10 10M13 3 3 13" /></svg>
    </Button>
  );
}
