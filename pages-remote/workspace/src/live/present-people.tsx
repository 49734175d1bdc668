import { language } from '@atrium/page-kit/messages';
import { liveText } from './live-messages.ts';

interface PresentPeopleProps {
  /** Ids of the people who have the board open. */
  readonly present: readonly string[];
  readonly person: string;
  readonly nameOf: (person: string) => string;
}

/** Who has the board open now. */
export function PresentPeople({ present, person, nameOf }: PresentPeopleProps) {
  if (present.length === 0) return null;
  const others = present.filter((id) => id !== person).map(nameOf);
  const names = new Intl.ListFormat(language(), { type: 'conjunction' }).format([...others, liveText('you')]);
  return <p className="atrium-muted atrium-small">{others.length === 0 ? liveText('alone') : liveText('here', { names })}</p>;
}
