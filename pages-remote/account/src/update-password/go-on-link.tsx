import { useLocation } from 'react-router-dom';
import { LinkButton } from '@atrium/page-kit/ui';
import { readNextPath } from '../next-path.ts';
import { updateText } from './update-password-messages.ts';

/** Leads on to what the person came for, such as a board that they are invited to; otherwise to a page of everybody's. */
export function GoOnLink({ otherwise }: { readonly otherwise: string }) {
  const next = readNextPath(useLocation().search);
  return <LinkButton to={next ?? otherwise}>{updateText(next === null ? 'goOn' : 'goToNext')}</LinkButton>;
}
