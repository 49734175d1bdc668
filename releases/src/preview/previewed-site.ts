import type { ReleaseManifest } from '../model/release-manifest.ts';
import { languageKey, listedPage, releaseDetails, shellRelease, type LiveSite } from '../resolve/live-site.ts';

/**
 * The site with one release in the place of its remote's. Where that will not load, what is live stands in for it.
 *
 * @returns null for a release that cannot be that remote's: of another kind than what is live under its name
 */
export function previewedSite(site: LiveSite, manifest: ReleaseManifest): LiveSite | null {
  const { name } = manifest;
  const languages = new Map(site.languages).set(languageKey(manifest), manifest.languages ?? {});
  switch (manifest.kind) {
    case 'shell':
      return site.shell.name === name ? { ...site, languages, shell: shellRelease(manifest) } : null;
    case 'auth-remote': {
      const details = releaseDetails(manifest);
      if (site.auth?.name !== name || details === null) return null;
      return { ...site, languages, auth: { ...details, previous: standIn(site.auth, manifest.release) } };
    }
    case 'page-module': {
      const live = site.pages.find((page) => page.name === name);
      const page = listedPage(manifest, live ? standIn(live, manifest.release) : null);
      if (name === site.shell.name || name === site.auth?.name) return null;
      const pages = live ? site.pages.map((one) => (one === live ? page : one)) : [...site.pages, page];
      return { ...site, languages, pages };
    }
  }
}

function standIn(live: { readonly release: string; readonly previous: string | null }, release: string): string | null {
  return live.release === release ? live.previous : live.release;
}
