import classes from './picture.module.css';

interface AvatarProps {
  /** Address of the picture; null for none. */
  readonly address: string | null;
  /** What the picture is, for people who do not see it. */
  readonly description: string;
  /** Whose it is; its first letter stands in for a picture. */
  readonly name: string;
  readonly onBroken: () => void;
  readonly onShown: () => void;
}

/** A square picture of a person, or their initial. */
export function Avatar({ address, description, name, onBroken, onShown }: AvatarProps) {
  if (address === null) {
    return (
      <span aria-hidden className={classes['avatar']}>
        {name.trim().charAt(0).toUpperCase()}
      </span>
    );
  }
  // One element for each address: what one has to tell is never taken for the other's.
  return <img alt={description} className={classes['avatar']} key={address} onError={onBroken} onLoad={onShown} src={address} />;
}
