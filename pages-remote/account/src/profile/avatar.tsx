import classes from './picture.module.css';

interface AvatarProps {
  /** Address of the picture; null for none. */
  readonly address: string | null;
  /** What the picture is, for people who do not see it. */
  readonly description: string;
  /** Whose it is; its first letter stands in for a picture. */
  readonly name: string;
  readonly onBroken: () => void;
}

/** A square picture of a person, or their initial. */
export function Avatar({ address, description, name, onBroken }: AvatarProps) {
  if (address === null) {
    return (
      <span aria-hidden className={classes['avatar']}>
        {name.trim().charAt(0).toUpperCase()}
      </span>
    );
  }
  return <img alt={description} className={classes['avatar']} onError={onBroken} src={address} />;
}
