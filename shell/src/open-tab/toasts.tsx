import { Button } from '@atrium/page-kit/ui';
import { dismissToast, onToasts, shownToasts, type ShownToast } from '@atrium/page-kit/site';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { DismissButton } from './dismiss-button.tsx';
import { focusPage } from './focus-page.ts';

/** Milliseconds that a toast stays; longer while somebody points at it or has the focus in it (WCAG 2.2, 2.2.1). */
const STAYS = 8_000;

/** The toasts of all modules, above whatever page is open. */
export function Toasts() {
  return useSyncExternalStore(onToasts, shownToasts).map((toast) => <ToastItem key={toast.id} toast={toast} />);
}

function ToastItem({ toast: { id, text, tone = 'success', action } }: { readonly toast: ShownToast }) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const goesByItself = !action && !pointed && !focused;
  useEffect(() => {
    if (!goesByItself) return;
    const timer = setTimeout(() => dismissToast(id), STAYS);
    return () => clearTimeout(timer);
  }, [id, goesByItself]);
  return (
    <div
      className={`shell-news-item shell-toast-${tone}`}
      onBlur={() => setFocused(false)}
      onFocus={() => setFocused(true)}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      <p role={tone === 'error' ? 'alert' : 'status'}>{text}</p>
      {action && (
        <Button
          onClick={() => {
            dismissToast(id);
            focusPage();
            action.run();
          }}
          tone="primary"
        >
          {action.label}
        </Button>
      )}
      <DismissButton onDismiss={() => dismissToast(id)} />
    </div>
  );
}
