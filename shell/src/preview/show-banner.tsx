import type { PreviewBlock } from '@atrium/releases/preview-wire';
import { createRoot } from 'react-dom/client';
import { localizedText } from '../site/localized-text.ts';
import type { TabModules } from '../site/tab-modules.ts';
import { PreviewBanner } from './preview-banner.tsx';
import { previewText } from './preview-messages.ts';

/**
 * Shows at the top of every page that the tab has a preview. It stands beside the site, and not in it: a release that
 * breaks the site takes the way out with it otherwise.
 */
export function showBanner({ shown }: PreviewBlock, modules: TabModules): void {
  const place = document.createElement('div');
  document.body.prepend(place);
  const name = shown ? partName(shown.name, modules) : '';
  createRoot(place).render(<PreviewBanner shown={shown} name={name} reload={() => window.location.reload()} />);
}

function partName(name: string, modules: TabModules): string {
  const module = modules.named(name);
  if (module) return localizedText(module.facts.title);
  return name === 'shell' || name === 'auth' ? previewText(name) : name;
}
