import type { PlacedSlot } from '@atrium/page-kit/contract/site';
import { ReservedSpace } from '@atrium/page-kit/slot-space';
import { useEffect, useState, type ComponentType } from 'react';
import { DeferredPart } from '../runtime/deferred-part.ts';
import { useOnline } from '../runtime/hooks.ts';
import type { ExtensionTab } from '../extensions/extension-box.tsx';
import extensionStyles from '../extensions/extensions.css?url';
import { loadStyleSheet } from './style-sheets.ts';

/** The component of all slots in this tab. Its code loads when the first slot appears; until then the slot only keeps its space. */
export function deferredSlot(tab: ExtensionTab): ComponentType<PlacedSlot> {
  let Loaded: ComponentType<PlacedSlot> | null = null;
  const part = new DeferredPart<ComponentType<PlacedSlot>>();
  part.provide(async () => {
    const [{ createSlot }] = await Promise.all([import(/* webpackChunkName: "extensions" */ '../extensions/slot.tsx'), loadStyleSheet(extensionStyles)]);
    return createSlot(tab);
  });
  return function DeferredSlot(props) {
    const [Slot, setSlot] = useState(() => Loaded);
    const [hasFailed, setFailed] = useState(false);
    const load = () => {
      part.get().then(
        (loaded) => {
          Loaded = loaded;
          setSlot(() => loaded);
        },
        // Without its code, a slot shows its children. The next slot tries again, and so does this one when the tab is online.
        () => setFailed(true),
      );
    };
    useEffect(load, []);
    useOnline(load);
    if (Slot) return <Slot {...props} />;
    return hasFailed ? props.children : <ReservedSpace slot={props.name}>{props.children}</ReservedSpace>;
  };
}
