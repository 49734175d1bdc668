/** One text in several languages, by locale. */
type Texts = Readonly<Record<string, string>>;

/**
 * The heading of a menu entry in the panel with all pages: its group; without a group the title of its module. Null for an entry
 * below "Other": the only one of its module that this visitor sees without a group.
 *
 * @param shown the entries of the module that this visitor sees
 */
export function menuHeading<Entry extends { readonly group?: Texts }>(entry: Entry, shown: readonly Entry[], title: Texts): Texts | null {
  if (entry.group) return entry.group;
  return shown.some((other) => other !== entry && !other.group) ? title : null;
}
