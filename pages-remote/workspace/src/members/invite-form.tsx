import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Alert, Button, TextField, useUnsavedChanges } from '@atrium/page-kit/ui';
import { callFunction } from '../data/call-function.ts';
import { queryKeys } from '../data/query-keys.ts';
import { asWorkspaceError } from '../data/workspace-error.ts';
import { peopleText } from './people-messages.ts';

/** What the table's check takes for an address. */
const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/;

interface InviteFormProps {
  readonly client: SupabaseClient;
  readonly board: string;
}

/** Invites somebody by email. The answer is the same whether the address has an account or not. */
export function InviteForm({ client, board }: InviteFormProps) {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState(false);
  useUnsavedChanges(email !== '');
  const invitation = useMutation({
    mutationFn: (address: string) => callFunction(client, 'workspace-invite', { board, email: address }),
    onSuccess: (_, address) => {
      setEmail('');
      showToast({ text: peopleText('invited', { email: address }) });
      void queries.invalidateQueries({ queryKey: queryKeys.openInvitations(board) });
    },
  });
  return (
    <form
      className="atrium-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const address = email.trim();
        setWrong(!ADDRESS.test(address));
        if (ADDRESS.test(address) && !invitation.isPending) invitation.mutate(address);
      }}
    >
      <h3>{peopleText('inviteHeading')}</h3>
      <TextField
        autoComplete="off"
        error={wrong ? peopleText('emailWrong') : undefined}
        hint={peopleText('mayDo')}
        inputMode="email"
        label={peopleText('email')}
        onChange={(event) => setEmail(event.target.value)}
        readOnly={invitation.isPending}
        required
        type="email"
        value={email}
      />
      {invitation.error && (
        <Alert>
          <p>{asWorkspaceError(invitation.error).message}</p>
        </Alert>
      )}
      <div>
        <Button busy={invitation.isPending} tone="primary" type="submit">
          {peopleText('invite')}
        </Button>
      </div>
    </form>
  );
}
