import { MODULE_ATTRIBUTE } from '@atrium/releases/wire';
import type { FailureList, PartFailures } from '../runtime/part-failures.ts';
import type { PlacedExtension, PlacedExtensions } from '../runtime/placed-extensions.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { openRoute, runningRelease, type TabModule } from '../runtime/tab-modules.ts';
import { localizedText } from '../texts/document-language.ts';
import { inspectorText } from './messages.ts';
import { releaseFiles, type ReleaseFiles } from './release-files.ts';

/** What the inspector reads the parts of the page from. */
export interface InspectedTab {
  readonly loads: SiteLoads;
  readonly placed: PlacedExtensions;
  readonly failures: PartFailures;
}

/** A part of the page. */
export interface Part {
  /** Unique on the page, and the same after each change of the page. */
  readonly id: string;
  readonly kind: 'page' | 'extension' | 'sign-in' | 'shell';
  readonly title: string;
  /** The pattern of a page's route, or the name of an extension's slot; null for the other parts. */
  readonly place: string | null;
  /** Name of the remote that it belongs to. */
  readonly name: string;
  readonly owner: string | null;
  readonly release: string;
  /** Milliseconds; null if it is not known, or has not loaded yet. */
  readonly loadTime: number | null;
  /** The files of its release; null if they are not known. */
  readonly files: ReleaseFiles | null;
  readonly failures: FailureList;
  /** Its element; null if it has none on the page. */
  readonly element: () => Element | null;
}

/** The parts of the page at a path: the page, its extensions in the order of the page, the sign-in and the shell. */
export function partsOnPage({ loads, placed, failures }: InspectedTab, pathname: string): readonly Part[] {
  const module = loads.modules.at(pathname);
  const seen = new Map<string, number>();
  const extensions = placed.list.toSorted(byPosition).map((extension) => {
    const part = extensionPart(extension, { loads, placed, failures }, module);
    // A page can have the same slot several times.
    const count = seen.get(part.id) ?? 0;
    seen.set(part.id, count + 1);
    return count === 0 ? part : { ...part, id: `${part.id} ${count}` };
  });
  return [...(module ? [pagePart(module, pathname, failures)] : []), ...extensions, ...siteParts(loads, failures)];
}

function pagePart(module: TabModule, pathname: string, failures: PartFailures): Part {
  const { name, owner, routes, title } = module.manifest;
  const release = runningRelease(module);
  const route = openRoute(routes, pathname);
  const files = releaseFiles(name, release);
  return {
    id: 'page',
    kind: 'page',
    title: localizedText(title),
    place: route === null ? null : (routes[route] ?? null),
    name,
    owner: owner ?? null,
    release,
    loadTime: files && files.time,
    files,
    failures: failures.of(name, null),
    element: () => document.querySelector(`.shell-module > [${MODULE_ATTRIBUTE}]`) ?? document.getElementById('content'),
  };
}

/** @param page the module whose page is on screen */
function extensionPart(extension: PlacedExtension, { loads, placed, failures }: InspectedTab, page: TabModule | undefined): Part {
  const { module: name, key, release, slot, title, element } = extension;
  const own = failures.of(name, key);
  // Failures of the whole module are those of its page, if it is on screen.
  const ofModule = page?.manifest.name === name ? null : failures.of(name, null);
  return {
    id: `${slot} ${name}.${key}`,
    kind: 'extension',
    title: localizedText(title),
    place: slot,
    name,
    owner: loads.modules.named(name)?.manifest.owner ?? null,
    release,
    loadTime: placed.loadTime(element),
    files: releaseFiles(name, release),
    failures: ofModule
      ? { count: own.count + ofModule.count, latest: [...own.latest, ...ofModule.latest].toSorted((one, other) => other.at - one.at) }
      : own,
    element: () => element,
  };
}

/** The parts of every page. A site without separate releases has no separate parts. */
function siteParts({ source: { releases } }: SiteLoads, failures: PartFailures): readonly Part[] {
  if (!releases) return [];
  const part = (kind: 'sign-in' | 'shell', name: string, release: string, element: Part['element']): Part => {
    const files = releaseFiles(name, release);
    const title = inspectorText(`part.${kind}`);
    return { id: kind, kind, title, place: null, name, owner: null, release, loadTime: files && files.time, files, failures: failures.of(name, null), element };
  };
  return [
    ...(releases.auth === null ? [] : [part('sign-in', 'auth', releases.auth, () => null)]),
    part('shell', 'shell', releases.shell, () => document.querySelector('.shell-header')),
  ];
}

function byPosition({ element: one }: PlacedExtension, { element: other }: PlacedExtension): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
