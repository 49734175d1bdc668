import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Mail } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { SupabaseClient } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { Button, Field, TextField, useUnsavedChanges } from '@atrium/page-kit/ui';
import { cancelInvitation, expiryDate, listOpenInvitations, sendInvitation, type OpenInvitation } from '../../model/invitations.ts';
import { GIVEN_ROLES, type GivenRole } from '../../model/roles.ts';
import { queryKeys } from '../../sync/query-keys.ts';
import { FailureAlert } from '../loading/failure-alert.tsx';
import { peopleText } from './people-messages.ts';
import classes from './people.module.css';

/** An email address, as the table of invitations checks it. */
const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/;

interface InvitationsProps {
  readonly client: SupabaseClient;
  readonly board: string;
}

/** The invitations that have not been accepted, each with a button that cancels it. */
export function OpenInvitations({ client, board }: InvitationsProps) {
  const list = useRef<HTMLDivElement>(null);
  const queries = useQueryClient();
  const queryKey = queryKeys.openInvitations(board);
  // Always stale, so that it is read again when the tab regains focus or the list opens: declined invitations are not announced.
  const invitations = useQuery({ queryKey, queryFn: ({ signal }) => listOpenInvitations(client, board, signal), staleTime: 0 });
  const cancelling = useMutation({
    mutationFn: ({ id }: OpenInvitation) => cancelInvitation(client, id),
    onSuccess: (_, { email }) => {
      // The row would take the focus along, out of the dialog.
      if (list.current?.contains(document.activeElement)) list.current.closest('[role=dialog]')?.querySelector('input')?.focus();
      showToast({ tone: 'notice', text: peopleText('cancelled', { email }) });
      void queries.invalidateQueries({ queryKey });
    },
  });
  const failure = invitations.error ?? cancelling.error;
  return (
    <>
      {failure && <FailureAlert error={failure} />}
      {invitations.data && invitations.data.length > 0 && (
        <>
          <h3 className={classes['heading']}>{peopleText('openHeading')}</h3>
          <div className={classes['members']} ref={list} role="list">
            {invitations.data.map((invitation) => (
              <div className={classes['member']} key={invitation.id} role="listitem">
                <span aria-hidden="true" className={classes['envelope']}>
                  <Mail size={14} />
                </span>
                <p className={classes['name']}>
                  <bdi>{invitation.email}</bdi>{' '}
                  <span className="atrium-muted atrium-small">
                    {peopleText(invitation.role)} · {peopleText('until', { date: expiryDate(invitation) })}
                  </span>
                </p>
                <Button className={`atrium-button-small ${classes['plain']}`} onClick={() => cancelling.mutate(invitation)} unavailable={cancelling.isPending}>
                  {peopleText('cancelInvitation')} <span className="atrium-visually-hidden">{invitation.email}</span>
                </Button>
              </div>
            ))}
          </div>
        </>
      )}
    </>
  );
}

/** The form that invites a person by email, in a role. */
export function InviteForm({ client, board }: InvitationsProps) {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivenRole>('editor');
  const explanation = useId();
  const [isInvalid, setInvalid] = useState(false);
  useUnsavedChanges(email !== '');
  const invitation = useMutation({
    mutationFn: (invited: { readonly email: string; readonly role: GivenRole }) => sendInvitation(client, board, invited),
    onSuccess: (_, invited) => {
      setEmail('');
      showToast({ text: peopleText('invited', { email: invited.email }) });
      void queries.invalidateQueries({ queryKey: queryKeys.openInvitations(board) });
    },
  });
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const address = email.trim();
        setInvalid(!ADDRESS.test(address));
        if (ADDRESS.test(address) && !invitation.isPending) invitation.mutate({ email: address, role });
      }}
    >
      <div className={classes['invite']}>
        <TextField
          autoComplete="off"
          error={isInvalid ? peopleText('emailWrong') : undefined}
          inputMode="email"
          label={peopleText('email')}
          onChange={(event) => setEmail(event.target.value)}
          placeholder={peopleText('emailExample')}
          readOnly={invitation.isPending}
          required
          type="email"
          value={email}
        />
        <Field label={peopleText('role')}>
          {(control) => (
            <span className={classes['role']}>
              <select aria-describedby={explanation} id={control.id} onChange={({ target }) => setRole(target.value === 'viewer' ? 'viewer' : 'editor')} value={role}>
                {GIVEN_ROLES.map((one) => (
                  <option key={one} value={one}>
                    {peopleText(one)}
                  </option>
                ))}
              </select>
              <ChevronDown aria-hidden="true" size={14} />
            </span>
          )}
        </Field>
        <Button busy={invitation.isPending} tone="primary" type="submit">
          {peopleText('invite')}
        </Button>
      </div>
      {invitation.error && <FailureAlert error={invitation.error} />}
      <p className="atrium-hint" id={explanation}>
        {peopleText(role === 'viewer' ? 'mayView' : 'mayDo')}
      </p>
    </form>
  );
}
