import { useMemo, type CSSProperties, type ReactNode, type Ref } from 'react';
import * as v from 'valibot';

/** Key of the space of the slots that this browser showed last. */
const STORAGE_KEY = 'atrium-slot-space';

const MAX_SLOTS = 50;

/** The largest size that an extension can declare. */
const MAX_PIXELS = 2_000;

// Only validators that the shell uses elsewhere: the build would add each further one to the code of the first screen.
const pixelsSchema = v.pipe(v.number(), v.check((pixels) => pixels >= 0 && pixels <= MAX_PIXELS));

const boxSchema = v.object({ height: pixelsSchema, width: v.exactOptional(pixelsSchema) });

const spaceSchema = v.object({
  slot: v.pipe(v.string(), v.maxLength(100)),
  layout: v.picklist(['stack', 'cards', 'row']),
  boxes: v.pipe(v.array(boxSchema), v.maxLength(100)),
});

/** The space of a slot: its layout, and what each of its extensions declares, in CSS pixels at the default font size. */
export type SlotSpace = Readonly<Omit<v.InferOutput<typeof spaceSchema>, 'boxes'>> & { readonly boxes: readonly Readonly<v.InferOutput<typeof boxSchema>>[] };

/** The storage belongs to the user: what it contains may be anything. */
const storedSchema = v.pipe(v.array(spaceSchema), v.maxLength(MAX_SLOTS));

/** The space that a slot had last in this browser; undefined at the first visit. */
export function readSlotSpace(slot: string): SlotSpace | undefined {
  return readAll().find((space) => space.slot === slot);
}

/** Stores the space of a slot for the next visit, instead of that of the slot which changed longest ago if there are too many. */
export function storeSlotSpace(space: SlotSpace): void {
  const others = readAll().filter(({ slot }) => slot !== space.slot);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...others.slice(1 - MAX_SLOTS), space]));
  } catch {
    // The browser refuses or is full: the next visit reserves no space.
  }
}

function readAll(): readonly SlotSpace[] {
  try {
    return v.parse(storedSchema, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]'));
  } catch {
    // The browser refuses, or the value is malformed.
    return [];
  }
}

/** A length in CSS pixels at the default font size, for styles that follow the user's font size. */
export function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}

// Not in the style sheet of the extensions, which loads later than the first slots.
const STACK: CSSProperties = { display: 'grid', gap: 'var(--atrium-space-4)', minInlineSize: 0 };
const ROW: CSSProperties = { display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: 'var(--atrium-space-2)', minInlineSize: 0 };
const COLUMNS: CSSProperties = { ...ROW, gap: 'var(--atrium-space-4)' };
/** Takes what the narrow column leaves. As many cards beside each other as fit. */
const WIDE_COLUMN: CSSProperties = { ...STACK, flex: '999 1 34rem', gridTemplateColumns: 'repeat(auto-fit, minmax(min(22rem, 100%), 1fr))' };
/** Below the other column where there is no room beside it. */
const NARROW_COLUMN: CSSProperties = { ...STACK, flex: '1 1 21rem' };

/** A card with a width of its own stands in the narrow column. */
export function isNarrow({ width }: { readonly width?: number }): boolean {
  return width !== undefined;
}

interface SlotLayoutProps<Box> {
  readonly layout: SlotSpace['layout'];
  readonly boxes: readonly Box[];
  /** The size that an extension declares. */
  readonly sizeOf: (box: Box) => { readonly width?: number };
  readonly render: (box: Box, place: number) => ReactNode;
  readonly className?: string;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Arranges the extensions of a slot, or the space that they will take. The column of the first card comes first. */
export function SlotLayout<Box>({ layout, boxes, sizeOf, render, className, ref }: SlotLayoutProps<Box>) {
  if (layout !== 'cards') return <div className={className} ref={ref} style={layout === 'row' ? ROW : STACK}>{boxes.map(render)}</div>;
  const cards = boxes.map((box, place) => ({ box, place, column: isNarrow(sizeOf(box)) ? NARROW_COLUMN : WIDE_COLUMN }));
  const columns = [...new Set(cards.map(({ column }) => column))];
  return (
    <div className={className} ref={ref} style={COLUMNS}>
      {columns.map((column) => (
        // The key keeps the state of cards whose column moves. A column that is alone is wide.
        <div key={column === NARROW_COLUMN ? 'narrow' : 'wide'} style={columns.length > 1 ? column : WIDE_COLUMN}>
          {cards.filter((card) => card.column === column).map(({ box, place }) => render(box, place))}
        </div>
      ))}
    </div>
  );
}

/** Keeps the space that a slot had last in this browser, until the tab knows its extensions: that of the extensions, or of the children if there were none. */
export function ReservedSpace({ slot, children }: { readonly slot: string; readonly children: ReactNode }) {
  const space = useMemo(() => readSlotSpace(slot), [slot]);
  if (!space) return null;
  const { layout, boxes } = space;
  if (boxes.length === 0) return children;
  return (
    <SlotLayout
      boxes={boxes}
      layout={layout}
      render={({ height, width }, place) => (
        <div key={place} style={{ blockSize: rem(height), ...(layout === 'row' && width !== undefined && { inlineSize: rem(width), maxInlineSize: '100%' }) }} />
      )}
      sizeOf={(box) => box}
    />
  );
}
