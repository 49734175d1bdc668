import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '@atrium/page-kit/ui';
import { dialogText } from '../form/dialog-messages.ts';
import { securityText } from './messages.ts';
import classes from './security.module.css';

/** The heading of a step: the name that the user typed for the new factor, or its kind. */
export function enrolmentTitle(kind: 'addApp' | 'addPhone', name: string): string {
  return name === '' ? securityText(kind) : securityText('namedTitle', { name });
}

interface EnrolmentStepProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly introduction?: string;
  readonly children: ReactNode;
}

/** A step of adding a factor, which replaces the buttons that opened it. Its heading takes the focus. */
export function EnrolmentStep({ title, introduction, children }: EnrolmentStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <div className="atrium-stack">
      <div>
        <h3 className={classes['heading']} ref={heading} tabIndex={-1}>
          {title}
        </h3>
        {introduction !== undefined && <p className="atrium-muted">{introduction}</p>}
      </div>
      {children}
    </div>
  );
}

/** Leaves the step without adding the factor. */
export function CancelButton({ onCancel }: { readonly onCancel: () => void }) {
  return <Button onClick={onCancel}>{dialogText('cancel')}</Button>;
}
