import { menuEntries, menuVisitorOf } from '../frame/menu-entries.ts';
import { paletteKey } from './search-button.tsx';
import type { MenuVisitor } from '../runtime/open-tab.ts';
import type { TabModule, TabModules } from '../runtime/tab-modules.ts';
import { localizedText } from '../texts/document-language.ts';
import { message } from '../texts/messages.ts';
import type { OfferedCommand, Visitor } from './commands.ts';
import { matchScore, type Findable } from './matching.ts';
import { paletteText } from './messages.ts';
import type { ProviderOutcome } from './provider-search.ts';
import type { RecentPage } from './recent-pages.ts';

const HOME_ICON = 'house';

/** Maximum number of recent pages in the list. */
const MAX_RECENT = 5;

/** Maximum number of pages, and of commands, that match a query: further ones need a longer query. */
const MAX_MATCHES = 8;

/** One line of the palette. */
export interface PaletteEntry {
  /** Unique in the palette. */
  readonly id: string;
  readonly title: string;
  readonly detail?: string | undefined;
  /** Name of an icon of the kit. */
  readonly icon?: string | undefined;
  /** Title of the module that the entry belongs to. */
  readonly module?: string | undefined;
  /** Keys of its shortcut, as the user sees them. */
  readonly shortcut?: string | undefined;
  readonly choose: { readonly path: string } | { readonly command: OfferedCommand } | { readonly run: () => void };
}

/** Entries under a heading. */
export interface PaletteSection {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** An entry, with the texts that find it. */
export interface Candidate extends PaletteEntry {
  readonly findable: Findable;
}

/** A command of the shell itself. */
export interface OwnCommand extends Candidate {
  /** Whether it is listed without a query, too. */
  readonly isListed: boolean;
}

/** What the palette chooses its entries from. */
export interface PaletteContent {
  readonly modules: TabModules;
  readonly visitor: Visitor | null;
  readonly pathname: string;
  readonly recent: readonly RecentPage[];
  readonly commands: readonly OfferedCommand[];
  readonly own: readonly OwnCommand[];
}

/** Without a query: recent pages, the commands, those for the open page first, and all pages of the menu. */
export function startSections({ modules, visitor, pathname, recent, commands, own }: PaletteContent): readonly PaletteSection[] {
  const pages = menuPages(modules, visitor, commands);
  const recentEntries = recent
    .filter(({ path }) => path !== pathname && (path === '/' || modules.at(path)?.retired === false))
    .slice(0, MAX_RECENT)
    .map(({ path, title }): PaletteEntry => ({ id: `recent ${path}`, title, icon: iconAt(modules, path), module: titleOf(modules.at(path)), choose: { path } }));
  return [
    { id: 'recent', title: paletteText('section.recent'), entries: recentEntries },
    { id: 'commands', title: paletteText('section.commands'), entries: [...commandEntries(closestFirst(commands, modules.at(pathname)), pages), ...own.filter(({ isListed }) => isListed)] },
    { id: 'pages', title: paletteText('section.pages'), entries: pages },
  ].filter(({ entries }) => entries.length > 0);
}

/**
 * With a query: the pages and commands that match, the group with the best match first, then what the search providers have found. That
 * arrives later, and would move groups below it.
 */
export function matchingSections(query: string, { modules, visitor, commands, own }: PaletteContent, outcomes: readonly ProviderOutcome[]): readonly PaletteSection[] {
  const pages = menuPages(modules, visitor, commands);
  const groups = [
    { id: 'pages', title: paletteText('section.pages'), ...matching(query, pages) },
    { id: 'commands', title: paletteText('section.commands'), ...matching(query, [...commandEntries(commands, pages), ...own]) },
  ];
  return [...groups.toSorted((one, other) => other.best - one.best), ...outcomes.map(resultSection)].filter(({ entries }) => entries.length > 0);
}

/** The commands with shortcuts: those of the open page, and the others. If two have the same, only the first one's works. */
export function shortcutSections({ commands }: Pick<PaletteContent, 'commands'>): readonly PaletteSection[] {
  const byShortcut = new Map<string, OfferedCommand>();
  for (const command of commands) {
    const { shortcut } = command.declaration;
    if (shortcut !== undefined && !byShortcut.has(shortcut)) byShortcut.set(shortcut, command);
  }
  const usable = [...byShortcut.values()];
  return [
    { id: 'page-shortcuts', title: paletteText('section.pageShortcuts'), entries: usable.filter(({ declaration }) => declaration.on).map(commandEntry) },
    { id: 'shortcuts', title: paletteText('section.shortcuts'), entries: usable.filter(({ declaration }) => !declaration.on).map(commandEntry) },
  ].filter(({ entries }) => entries.length > 0);
}

/** The icon of the menu entry that leads to a page: the entry of its own route, or else the first one of its module. */
function iconAt(modules: TabModules, path: string): string | undefined {
  if (path === '/') return HOME_ICON;
  const manifest = modules.at(path)?.manifest;
  const entry = manifest?.navigation.find(({ route }) => manifest.routes[route] === path) ?? manifest?.navigation[0];
  return entry?.icon;
}

/** The shortcuts of the palette itself, which the list of shortcuts explains. */
export function ownShortcuts(): readonly { readonly title: string; readonly icon: string; readonly shortcut: string }[] {
  return [
    { title: paletteText('title'), icon: 'search', shortcut: paletteKey() },
    { title: paletteText('showShortcuts'), icon: 'keyboard', shortcut: '?' },
  ];
}

/**
 * The links of the sidebar or header for a user; the entries for everyone, if the sign-in did not load. A page takes over the shortcut
 * and the keywords of a command that repeats it.
 */
function menuPages({ list }: TabModules, visitor: Visitor | null, commands: readonly OfferedCommand[]): readonly Candidate[] {
  const menuVisitor = visitor && menuVisitorOf(visitor);
  const title = message('header.home');
  const home: Candidate = { id: 'page /', title, icon: HOME_ICON, choose: { path: '/' }, findable: { titles: [title], keywords: ['home'] } };
  const entries = pageEntries(list, menuVisitor);
  const repeating = commands.map(commandEntry);
  return (menuVisitor === 'signed-in' ? [home, ...entries] : entries).map((page) => {
    const { shortcut, findable } = repeating.find((entry) => keyOf(entry) === keyOf(page)) ?? {};
    return { ...page, shortcut, findable: { ...page.findable, keywords: [...page.findable.keywords, ...(findable?.keywords ?? [])] } };
  });
}

/** The pages of the menu for this visitor. */
export function pageEntries(modules: readonly TabModule[], visitor: MenuVisitor): readonly Candidate[] {
  return menuEntries(modules, visitor).map(({ path, label, icon, manifest }) => ({
    id: `page ${path}`,
    title: localizedText(label),
    icon,
    module: localizedText(manifest.title),
    choose: { path: path || '/' },
    findable: { titles: inBothLanguages(label), keywords: inBothLanguages(manifest.title) },
  }));
}

/** The commands for the open page only, then the others of its module, then those of other modules. */
function closestFirst(commands: readonly OfferedCommand[], open: TabModule | undefined): readonly OfferedCommand[] {
  const distance = ({ module, declaration }: OfferedCommand) => (declaration.on ? 0 : module.manifest.name === open?.manifest.name ? 1 : 2);
  return commands.toSorted((one, other) => distance(one) - distance(other));
}

/** The commands, without those that repeat a page of the menu by title and path. */
export function commandEntries(commands: readonly OfferedCommand[], pages: readonly PaletteEntry[]): readonly Candidate[] {
  const repeated = new Set(pages.map(keyOf));
  return commands.map(commandEntry).filter((entry) => !repeated.has(keyOf(entry)));
}

/** What a page of the menu and a command that repeats it have in common: the path and the title. */
function keyOf({ title, choose }: PaletteEntry): string {
  if ('path' in choose) return `${choose.path} ${title}`;
  return 'command' in choose ? `${choose.command.path} ${title}` : '';
}

function commandEntry(command: OfferedCommand): Candidate {
  const { module, key, declaration } = command;
  const { title, keywords = {}, icon, shortcut } = declaration;
  return {
    id: `command ${module.manifest.name}.${key}`,
    title: localizedText(title),
    icon,
    module: titleOf(module),
    shortcut: shortcut?.toUpperCase(),
    choose: { command },
    findable: { titles: inBothLanguages(title), keywords: inBothLanguages(keywords) },
  };
}

function resultSection({ provider: { module, key, declaration }, results }: ProviderOutcome): PaletteSection {
  const id = `${module.manifest.name}.${key}`;
  return {
    id,
    title: localizedText(declaration.title),
    entries: results.map(({ key: result, title, detail, icon, path }) => ({ id: `${id} ${result}`, title, detail, icon, module: titleOf(module), choose: { path } })),
  };
}

/** The entries that match, the best first, and the score of that one. */
function matching(query: string, candidates: readonly Candidate[]): { readonly entries: readonly PaletteEntry[]; readonly best: number } {
  const found = candidates
    .map((candidate) => ({ candidate, score: matchScore(query, candidate.findable) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_MATCHES);
  return { entries: found.map(({ candidate }) => candidate), best: found[0]?.score ?? 0 };
}

/** A text in the language of the page and in English, without duplicates and missing ones. */
function inBothLanguages(text: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set([localizedText(text), text['en'] ?? ''])].filter((one) => one !== '');
}

function titleOf(module: TabModule | undefined): string | undefined {
  return module && localizedText(module.manifest.title);
}
