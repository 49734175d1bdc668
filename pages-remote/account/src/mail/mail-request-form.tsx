import { type ReactNode, useState } from 'react';
import { inputFailureText } from '../failure/input-failure.ts';
import { Form } from '../form/form.tsx';
import { EmailField, emailField } from '../form/sign-in-fields.tsx';
import { useForm } from '../form/use-form.ts';
import { useMailRequest } from './use-mail-request.ts';

interface MailRequestFormProps {
  /** Unique among the forms of the account: the pauses are stored under it. */
  readonly name: string;
  /** The action that asks the service for the mail. */
  readonly requestMail: (address: string) => Promise<void>;
  /** What the visitor typed on the previous page. */
  readonly initialAddress?: string;
  /** Text of the submit button. */
  readonly submit: string;
  /** What replaces the children after the request: the same for every email address. */
  readonly sent?: (address: string) => ReactNode;
  /** Called after the request with every email address, by a page that then shows another form. */
  readonly onSent?: (address: string) => void;
  /** The field takes the focus when it appears in place of the control that the user just used. */
  readonly takesFocus?: boolean;
  /** Shown above the field. */
  readonly children?: ReactNode;
}

/** Asks for an email address and sends a mail to it. Does not reveal whether it has an account. */
export function MailRequestForm({ name, requestMail, initialAddress = '', submit, sent, onSent, takesFocus = false, children }: MailRequestFormProps) {
  const [typed, setTyped] = useState(initialAddress);
  const { sentTo, pauseFor, send } = useMailRequest(`${name}.mail`, requestMail);
  const form = useForm({
    name,
    fields: [emailField],
    hasDraft: false,
    fieldOfCode: { validation_failed: 'email' },
    explain: inputFailureText,
    async send(read) {
      const address = read('email').trim();
      await send(address);
      onSent?.(address);
    },
  });
  return (
    <Form form={form} pause={pauseFor(typed)} submit={submit}>
      {sentTo !== null && sent ? sent(sentTo) : children}
      <EmailField
        autoFocus={takesFocus}
        enterKeyHint="send"
        error={form.errors.get('email')}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
        value={typed}
      />
    </Form>
  );
}
