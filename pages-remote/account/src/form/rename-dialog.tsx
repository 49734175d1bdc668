import { Dialog } from '@atrium/page-kit/primitives';
import { Button, TextField } from '@atrium/page-kit/ui';
import type { ActionFailure } from '../failure/action-failure.ts';
import { Form } from './form.tsx';
import { dialogText } from './dialog-messages.ts';
import { useForm } from './use-form.ts';

/** The service's limit (supabase/auth, `internal/api/passkey_manage.go`), in bytes. That of the database for factors is the same. */
const LONGEST_NAME = 120;

function checkName(name: string): string | null {
  if (name.trim() === '') return dialogText('nameMissing');
  return new TextEncoder().encode(name.trim()).length > LONGEST_NAME ? dialogText('nameTooLong') : null;
}

interface RenameFormProps {
  /** What is renamed, such as `passkey`. */
  readonly kind: string;
  /** The current name. */
  readonly name: string;
  /** Explains the name. */
  readonly hint: string;
  readonly explain: (failure: ActionFailure) => string;
  /** Stores the name. The dialog stays open and shows why if it rejects. */
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

interface RenameDialogProps extends RenameFormProps {
  readonly open: boolean;
  /** The name in its heading. */
  readonly shownName: string;
}

/** A dialog that renames a passkey or a second factor. */
export function RenameDialog({ open, shownName, ...form }: RenameDialogProps) {
  return (
    <Dialog onClose={form.onClose} open={open} title={dialogText('renameTitle', { name: shownName })}>
      <RenameForm {...form} />
    </Dialog>
  );
}

function RenameForm({ kind, name: before, hint, explain, onSave, onClose }: RenameFormProps) {
  const form = useForm({
    name: `${kind}-name`,
    fields: [{ name: kind, check: checkName }],
    fieldOfCode: { mfa_factor_name_conflict: kind },
    hasDraft: false,
    explain,
    send: (read) => onSave(read(kind).trim()),
  });
  return (
    <Form beside={<Button onClick={onClose}>{dialogText('cancel')}</Button>} form={form} submit={dialogText('save')}>
      <TextField autoComplete="off" defaultValue={before} error={form.errors.get(kind)} hint={hint} label={dialogText('name')} name={kind} required />
    </Form>
  );
}
