import { dismissToast, onToasts, shownToasts, type ShownToast } from '@atrium/page-kit/site';
import { Button } from '@atrium/page-kit/ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { DismissButton, focusPage } from './dismiss-button.tsx';

/** Milliseconds for which a toast stays; longer while it is hovered or has the focus (WCAG 2.2, 2.2.1). */
const TOAST_TIME = 8_000;

/** The toasts of all modules, above any page. */
export function Toasts() {
  return useSyncExternalStore(onToasts, shownToasts).map((toast) => <Toast key={toast.id} toast={toast} />);
}

function Toast({ toast: { id, text, tone = 'success', action } }: { readonly toast: ShownToast }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const disappears = !action && !hovered && !focused;
  useEffect(() => {
    if (!disappears) return;
    const timer = setTimeout(() => dismissToast(id), TOAST_TIME);
    return () => clearTimeout(timer);
  }, [id, disappears]);
  return (
    <div
      className={`shell-news-item shell-toast-${tone}`}
      onBlur={() => setFocused(false)}
      onFocus={() => setFocused(true)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <p role={tone === 'error' ? 'alert' : 'status'}>{text}</p>
      {action && (
        <Button
          className="shell-toast-action"
          onClick={() => {
            dismissToast(id);
            focusPage();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <DismissButton onDismiss={() => dismissToast(id)} />
    </div>
  );
}
