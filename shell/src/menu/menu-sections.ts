import { menuHeading } from '@atrium/releases/model';
import type { MenuEntry } from '../frame/menu-entries.ts';
import type { ListedText } from '../runtime/site-source.ts';
import { localizedText } from '../texts/document-language.ts';

/** A page in the panel. */
interface MenuPage {
  readonly path: string;
  readonly label: string;
  /** Name of an icon of the kit; the kit may not have it. */
  readonly icon: string | undefined;
  /** What the filter searches: label, section and module, in the user's language and in English, {@link folded}. */
  readonly searched: string;
}

/** Pages of the panel below one heading. */
export interface MenuSection {
  /** Its English title, which no other section has; empty for the last one. Translations can be equal. */
  readonly id: string;
  readonly title: string;
  readonly pages: readonly MenuPage[];
}

/**
 * Groups menu entries into sections. Groups of several modules with the same English text form one section. Entries without a
 * group are below their module's title, or below `other` if the module has only one. A section is where its first entry is;
 * that with the title `other` comes last.
 *
 * @param entries in their order (`menuEntries`)
 */
export function menuSections(entries: readonly MenuEntry[], other: string): MenuSection[] {
  const sections = new Map<string, { readonly titles: ListedText[]; readonly entries: MenuEntry[] }>();
  for (const entry of entries) {
    const heading = menuHeading(entry, entries.filter(({ manifest }) => manifest === entry.manifest), entry.manifest.title);
    const key = heading ? (heading['en'] ?? localizedText(heading)) : '';
    const section = sections.get(key) ?? { titles: [], entries: [] };
    sections.set(key, section);
    if (heading) section.titles.push(heading);
    section.entries.push(entry);
  }
  const last = sections.get('');
  sections.delete('');
  return [
    ...[...sections].map(([english, section]) => sectionOf(translatedTitle(section.titles), english, section.entries)),
    ...(last ? [sectionOf(other, '', last.entries)] : []),
  ];
}

/** Not every module translates a group's text: the first that does names the section. */
function translatedTitle(titles: readonly ListedText[]): string {
  return localizedText(titles.find((title) => title[document.documentElement.lang] !== undefined) ?? titles[0] ?? {});
}

function sectionOf(title: string, englishTitle: string, entries: readonly MenuEntry[]): MenuSection {
  return {
    id: englishTitle,
    title,
    pages: entries.map(({ path, label, icon, manifest }) => ({
      path,
      label: localizedText(label),
      icon,
      searched: folded([...[label, manifest.title].flatMap((text) => [localizedText(text), text['en'] ?? '']), title, englishTitle].join('\n')),
    })),
  };
}

/** The sections with the pages that contain every word of the query. Case and accents do not matter. */
export function filterSections(sections: readonly MenuSection[], query: string): readonly MenuSection[] {
  const words = folded(query).split(/\s+/).filter((word) => word !== '');
  return sections
    .map(({ pages, ...section }) => ({ ...section, pages: pages.filter(({ searched }) => words.every((word) => searched.includes(word))) }))
    .filter(({ pages }) => pages.length > 0);
}

/** How many pages the sections have. */
export function countPages(sections: readonly MenuSection[]): number {
  return sections.reduce((sum, { pages }) => sum + pages.length, 0);
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}+/gu, '').toLowerCase();
}
