import * as v from 'valibot';
import { useLocation } from 'react-router-dom';
import { Avatar } from '@atrium/page-kit/ui';
import { auth } from 'auth/auth';
import { useLoaded } from '../form/use-loaded.ts';
import { readNextPath } from '../visitor/next-path.ts';
import { SummaryBox, SummaryBoxPlaceholder } from './summary-box.tsx';
import { updateText } from './update-messages.ts';

/** The board that the user is on the way to, and who invited them to it. Nothing if they are on the way to another page. */
export function Invitation() {
  const next = readNextPath(useLocation().search) ?? '';
  const board = /^\/workspace\/([^/?#]+)/.exec(next)?.[1];
  return board === undefined ? null : <InvitationTo board={board} />;
}

function InvitationTo({ board }: { readonly board: string }) {
  const { data } = useLoaded(loadInvitations);
  const invitation = data?.find((one) => one.board === board);
  // Its space stays, because the user may already type below it.
  if (!invitation) return <SummaryBoxPlaceholder isLoading={data === null} />;
  const { board_name: name, invited_by: inviter } = invitation;
  return (
    <SummaryBox
      avatar={inviter !== '' && <Avatar name={inviter} size="large" />}
      detail={inviter === '' ? updateText('invited') : updateText('invitedBy', { name: inviter })}
      title={name}
    />
  );
}

const invitationsSchema = v.array(v.object({ board: v.string(), board_name: v.string(), invited_by: v.string() }));

/** The user's open invitations. None if they cannot be read: the page works without, and that of the board shows them too. */
async function loadInvitations(): Promise<v.InferOutput<typeof invitationsSchema>> {
  try {
    const client = await auth.getSupabase();
    const response = await client.rpc('workspace_my_invitations').throwOnError();
    return v.parse(invitationsSchema, response.data);
  } catch {
    return [];
  }
}
