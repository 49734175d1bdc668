import { type ComponentProps, useEffect, useState } from 'react';
import type { ResendConfirmation } from '../form/resend-confirmation.tsx';

/**
 * Asks for another confirmation mail, once its code is there: few people need it, and everybody who logs in would wait
 * for it. Where it does not come, the message of the form stands alone, and the next try to log in asks for it again.
 */
export function LateResend(props: ComponentProps<typeof ResendConfirmation>) {
  const [part, setPart] = useState<{ readonly Resend: typeof ResendConfirmation } | null>(null);
  useEffect(() => {
    import(/* webpackChunkName: "resend" */ '../form/resend-confirmation.tsx').then(
      (module) => setPart({ Resend: module.ResendConfirmation }),
      (error: unknown) => reportError(error),
    );
  }, []);
  return part && <part.Resend {...props} />;
}
