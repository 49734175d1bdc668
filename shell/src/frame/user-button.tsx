import type { AuthState } from '@atrium/page-kit/contract/auth';
import { Avatar, Button, type ButtonProps } from '@atrium/page-kit/ui';
import { nameOf } from '../sign-in/sign-in.tsx';

/** Shows who is signed in, and opens the user menu. */
export function UserButton({ user, className = '', ...rest }: ButtonProps & { readonly user: NonNullable<AuthState['user']> }) {
  const name = nameOf(user);
  return (
    <Button aria-haspopup="menu" {...rest} className={`shell-user ${className}`}>
      <Avatar id={user.id} name={name} />
      <bdi className="shell-user-name">{name}</bdi>
      <svg aria-hidden="true" className="shell-user-mark" viewBox="0 0 16 16"><path d="m5 10 3 3 3-3M5 6l3-3 3 3" /></svg>
    </Button>
  );
}
