import { releaseKey } from '../model/identity.ts';
import type { ReleaseManifest } from '../model/release-manifest.ts';
import { listedPage, releaseDetails, shellRelease, type LiveSite } from '../resolve/live-site.ts';

/**
 * The site with one release instead of its remote's live one, which is the fallback if the release does not load.
 *
 * @returns null if the live release under that name has another kind
 */
export function previewedSite(site: LiveSite, manifest: ReleaseManifest): LiveSite | null {
  const { name, release } = manifest;
  const key = releaseKey(name, release);
  const languages = new Map(site.languages).set(key, manifest.languages ?? {});
  switch (manifest.kind) {
    case 'shell':
      return site.shell.name === name ? { ...site, languages, shell: shellRelease(manifest) } : null;
    case 'auth-remote': {
      const details = releaseDetails(manifest);
      if (site.auth?.name !== name || details === null) return null;
      return { ...site, languages, auth: { ...details, previous: fallbackFor(manifest.release, site.auth) } };
    }
    case 'page-module': {
      const live = site.pages.find((page) => page.name === name);
      const page = listedPage(manifest, live ? fallbackFor(manifest.release, live) : null);
      if (name === site.shell.name || name === site.auth?.name) return null;
      const pages = live ? site.pages.map((one) => (one === live ? page : one)) : [...site.pages, page];
      const prerendered = new Map(site.prerendered).set(key, manifest.prerendered ?? {});
      return { ...site, languages, prerendered, pages };
    }
  }
}

function fallbackFor(release: string, live: { readonly release: string; readonly previous: string | null }): string | null {
  return live.release === release ? live.previous : live.release;
}
