import { showToast } from '@atrium/page-kit/site';
import type { ShownPreview } from '@atrium/releases/preview-wire';
import { use, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { frameText } from '../frame/messages.ts';
import { AuthModuleContext } from '../sign-in/sign-in.tsx';
import type { InspectorView } from './inspector-view.ts';
import type { InspectorProps } from './inspector.tsx';
import type { InspectedTab } from './parts.ts';

interface Props {
  readonly tab: InspectedTab;
  readonly view: InspectorView;
  /** The tab's preview; null for none. */
  readonly preview: ShownPreview | null;
  /** Loads the inspector, once. */
  readonly load: () => Promise<ComponentType<InspectorProps>>;
}

/** Shows the inspector once it has been opened and its code has loaded. */
export function InspectorHost({ tab, view, preview, load }: Props) {
  const auth = use(AuthModuleContext)?.auth ?? null;
  const isOpen = useSyncExternalStore(view.subscribe, () => view.isOpen);
  const [Inspector, setInspector] = useState<ComponentType<InspectorProps> | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    load().then(
      (loaded) => setInspector(() => loaded),
      () => {
        view.close();
        showToast({ tone: 'error', text: frameText('toast.inspectorNotLoaded') });
      },
    );
  }, [isOpen, load, view]);
  if (!isOpen || !Inspector) return null;
  // Outside of the notices, a live region that would announce every change of a row.
  return createPortal(<Inspector tab={tab} auth={auth} preview={preview} takesFocus={view.takesFocus} onClose={view.close} />, document.body);
}
