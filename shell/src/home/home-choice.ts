import * as v from 'valibot';

/** How a user arranged the cards of the home page, by `module.extension`. Cards that are not named have their usual place and are shown. */
export interface HomeChoice {
  /** The cards in the user's order; all others follow. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

/** All cards, in the order that their modules declare. */
export const DEFAULT_CHOICE: HomeChoice = { order: [], hidden: [] };

/** Characters of a choice as JSON. Every access token contains the choice, because it is part of the user's metadata. */
const MAX_CHARACTERS = 2_000;

const namesSchema = v.fallback(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(100)), []);
/** A stored choice, which a user or another program may have changed. Malformed parts count as not chosen, so that they hide no card. */
export const choiceSchema = v.fallback(v.object({ order: namesSchema, hidden: namesSchema }), { order: [], hidden: [] });

/** Reads a stored choice, see {@link choiceSchema}. */
export function readChoice(stored: unknown): HomeChoice {
  return v.parse(choiceSchema, stored);
}

/** Drops from a choice what exceeds the limit for stored choices: first the end of the order, then what was hidden first. */
export function withinLimit({ order, hidden }: HomeChoice): HomeChoice {
  if (JSON.stringify({ order, hidden }).length <= MAX_CHARACTERS) return { order, hidden };
  return withinLimit(order.length > 0 ? { order: order.slice(0, -1), hidden } : { order, hidden: hidden.slice(1) });
}

/** A card, as far as its place depends on it. */
interface PlacedCard {
  readonly id: string;
  /** Whether it stands in the narrow column. */
  readonly isNarrow: boolean;
}

/** The cards in the user's order, including hidden ones: column by column, the column of the first card first. */
export function inOrder<Card extends PlacedCard>(cards: readonly Card[], { order }: HomeChoice): readonly Card[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const ordered = cards.toSorted((one, other) => (places.get(one.id) ?? order.length) - (places.get(other.id) ?? order.length));
  const [first] = ordered;
  return ordered.toSorted((one, other) => Number(one.isNarrow !== first?.isNarrow) - Number(other.isNarrow !== first?.isNarrow));
}

/**
 * The choice after a card changed places with its neighbour; if that is in the other column, the columns change places. Cards that the
 * site does not have now keep their place behind the others.
 */
export function moveCard(choice: HomeChoice, cards: readonly PlacedCard[], id: string, step: 1 | -1): HomeChoice {
  const before = inOrder(cards, choice);
  const from = before.findIndex((card) => card.id === id);
  const [card, neighbour] = [before[from], before[from + step]];
  if (!card || !neighbour) return choice;
  const moved =
    card.isNarrow === neighbour.isNarrow ? before.with(from, neighbour).with(from + step, card) : before.toSorted((one, other) => Number(one.isNarrow === before[0]?.isNarrow) - Number(other.isNarrow === before[0]?.isNarrow));
  const ids = moved.map((each) => each.id);
  return { ...choice, order: [...ids, ...choice.order.filter((known) => !ids.includes(known))] };
}

/** The choice after a card was hidden or shown. */
export function setHidden(choice: HomeChoice, id: string, isHidden: boolean): HomeChoice {
  const others = choice.hidden.filter((hidden) => hidden !== id);
  return { ...choice, hidden: isHidden ? [...others, id] : others };
}
