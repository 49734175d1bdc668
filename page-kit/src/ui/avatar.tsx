import { useState } from 'react';

/** The hues among the `--atrium-tint-N` tokens. The last token is grey, which would look like a person who has left. */
const HUES = 7;

/** A person, as {@link Avatar} shows them. */
export interface AvatarProps {
  /** The person's name or email address. */
  readonly name: string;
  /** The person's id, which selects the tint: a person has the same one everywhere. Without it, the avatar has none. */
  readonly id?: string | undefined;
  /** `small` has 20 pixels, `medium` (the default) 24, and `large` 40. */
  readonly size?: 'small' | 'medium' | 'large';
  /** The address of the person's picture, which covers the initials once it has loaded. */
  readonly picture?: string | undefined;
}

/** A person's picture, or their initials on a quiet tint. Decorative: the name has to be next to it, or in the label of the control around it. */
export function Avatar({ name, id, size = 'medium', picture }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span aria-hidden="true" className={`atrium-avatar atrium-avatar-${size}`} style={{ color: id === undefined ? 'var(--atrium-text-muted)' : `var(--atrium-tint-${tintOf(id)})` }}>
      <span>{initialsOf(name)}</span>
      {picture !== undefined && picture !== broken && <img alt="" onError={() => setBroken(picture)} src={picture} />}
    </span>
  );
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word = '') => (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toLocaleUpperCase()).join('');
}

/** A tint, 1 to {@link HUES}. */
function tintOf(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return (hash % HUES) + 1;
}
