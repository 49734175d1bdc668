import { Card } from '@atrium/page-kit/ui';
import { useAuth } from 'auth/auth';
import { cardText } from './messages.ts';

/** A card on the home page of signed-in users. */
export default function HomeCard() {
  const email = useAuth((auth) => auth.user?.email ?? '');
  return (
    <Card>
      <h2>{cardText('heading')}</h2>
      <p>{cardText('signedIn', { email })}</p>
    </Card>
  );
}
