import { type ReactNode, useState } from 'react';
import { Alert } from '@atrium/page-kit/ui';
import { inputFailureText } from '../failure/input-failure-text.ts';
import { EmailField } from './email-field.tsx';
import { emailField } from './field-checks.ts';
import { Form } from './form.tsx';
import { useForm } from './use-form.ts';
import { useMailRequest } from './use-mail-request.ts';

interface MailRequestFormProps {
  /** Of no other form of the account: its pauses are kept by it. */
  readonly name: string;
  /** The action of the sign-in that asks for the mail. */
  readonly ask: (address: string) => Promise<void>;
  /** What was typed before, on another page. */
  readonly initialAddress?: string;
  /** Text of the button. */
  readonly submit: string;
  readonly tone?: 'primary' | 'quiet';
  /** What is said once the mail was asked for: the same for every address. */
  readonly sent: (address: string) => ReactNode;
  /** Stands above the field. */
  readonly children?: ReactNode;
}

/** A field for an address that a mail goes to if it belongs to somebody: which nobody learns here. */
export function MailRequestForm({ name, ask, initialAddress = '', submit, tone = 'primary', sent, children }: MailRequestFormProps) {
  const [typed, setTyped] = useState(initialAddress);
  const { sentTo, pauseFor, send } = useMailRequest(`${name}.mail`, ask);
  const form = useForm({
    name,
    fields: [emailField],
    keepsTyping: false,
    fieldOfCode: { validation_failed: 'email' },
    explain: inputFailureText,
    send: (read) => send(read('email').trim()),
  });
  return (
    <Form form={form} pause={pauseFor(typed)} submit={submit} tone={tone}>
      {children}
      <EmailField
        enterKeyHint="send"
        error={form.errors.get('email')}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
        value={typed}
      />
      {sentTo !== null && <Alert tone="success">{sent(sentTo)}</Alert>}
    </Form>
  );
}
