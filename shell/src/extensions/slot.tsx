import type { AuthModule, AuthState } from '@atrium/page-kit/contract/auth';
import type { PlacedSlot } from '@atrium/page-kit/contract/site';
import { ReservedSpace, SlotLayout, storeSlotSpace, type SlotSpace } from '@atrium/page-kit/slot-space';
import { MODULE_ATTRIBUTE } from '@atrium/releases/wire';
import { use, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { isForUser } from '../runtime/contributions.ts';
import { useTabModules } from '../runtime/hooks.ts';
import { runningRelease } from '../runtime/tab-modules.ts';
import { AuthModuleContext, useIsSignInPending } from '../sign-in/sign-in.tsx';
import { ExtensionBox, type ExtensionTab } from './extension-box.tsx';
import { extensionsOf, slotNamed, warnOnce, type SlotExtension } from './slot-extensions.ts';

/**
 * Milliseconds for which the first extension of a slot loads alone, unless it is on screen or has failed before. Many that load together on
 * a slow network would all appear late.
 */
const HEAD_START = 2_000;

/** Who sees an extension depends on this part of the sign-in's state. */
type Visitor = Pick<AuthState, 'user' | 'assurance' | 'permissions'>;

const SIGNED_OUT: Visitor = { user: null, assurance: { currentLevel: null, nextLevel: null }, permissions: [] };

/** Creates the component that shows the extensions of a slot in this tab. */
export function createSlot(tab: ExtensionTab): ComponentType<PlacedSlot> {
  return function SiteSlot({ name, values, children }) {
    const authModule = use(AuthModuleContext);
    const show = (visitor: Visitor) => <SlotExtensions key={name} tab={tab} name={name} values={values} visitor={visitor}>{children}</SlotExtensions>;
    const waiting = <ReservedSpace slot={name}>{children}</ReservedSpace>;
    // Without the auth remote no user is signed in.
    return authModule ? <ForVisitor authModule={authModule} show={show} waiting={waiting} /> : show(SIGNED_OUT);
  };
}

function ForVisitor({ authModule, show, waiting }: {
  readonly authModule: AuthModule;
  readonly show: (visitor: Visitor) => ReactNode;
  readonly waiting: ReactNode;
}) {
  const user = authModule.useAuth((auth) => auth.user);
  const assurance = authModule.useAuth((auth) => auth.assurance);
  const permissions = authModule.useAuth((auth) => auth.permissions);
  return useIsSignInPending(authModule) ? waiting : show({ user, assurance, permissions });
}

/** Props of {@link SlotExtensions}. */
export interface SlotExtensionsProps extends PlacedSlot {
  readonly tab: ExtensionTab;
  readonly visitor: Visitor;
  /** Orders and hides extensions for the user; all are shown in the slot's order by default. */
  readonly arrange?: (extensions: readonly SlotExtension[]) => readonly SlotExtension[];
}

/** The extensions of a slot that the user sees. Shows the children instead if there are none. */
export function SlotExtensions({ tab, name, values, children, visitor, arrange = (extensions) => extensions }: SlotExtensionsProps) {
  const { contributions, loads } = tab;
  const list = useSyncExternalStore(contributions.subscribe, () => contributions.list);
  const hasFailed = useSyncExternalStore(contributions.subscribe, () => contributions.hasFailed);
  useTabModules(loads.modules);
  useEffect(() => void contributions.load(), [contributions]);
  const [failed, setFailed] = useState<readonly SlotExtension[]>([]);
  const [isHeadStart, setHeadStart] = useState(true);
  const endHeadStart = useCallback(() => setHeadStart(false), []);
  const onFail = useCallback(
    (extension: SlotExtension) => {
      setFailed((before) => [...before.filter(({ id }) => id !== extension.id), extension]);
      endHeadStart();
    },
    [endHeadStart],
  );
  const container = useRef<HTMLDivElement>(null);
  const [isForeign, setForeign] = useState(false);
  const listed = list && extensionsOf(name, list, (declaration) => isForUser(declaration, visitor));
  const isEmpty = !listed || listed.length === 0;
  useEffect(() => {
    if (isEmpty || !isHeadStart) return;
    const timer = setTimeout(endHeadStart, HEAD_START);
    return () => clearTimeout(timer);
  }, [isEmpty, isHeadStart, endHeadStart]);
  useLayoutEffect(() => {
    const owner = name.split('.')[0];
    const module = container.current?.closest(`[${MODULE_ATTRIBUTE}]`)?.getAttribute(MODULE_ATTRIBUTE) ?? owner;
    if (module === owner) return;
    warnOnce(`The page module ${module} renders the slot ${name}, which stays empty: only ${owner} can render it.`);
    setForeign(true);
  }, [name, isEmpty]);
  // The previous release, which runs now, has no such extension: the card stays.
  const remaining = failed.filter(({ id, module, release }) => {
    const current = loads.modules.named(module.manifest.name);
    return current?.failure && current.release === release && !listed?.some((extension) => extension.id === id);
  });
  const shown = arrange([...(listed ?? []), ...remaining]);
  const layout = (list && slotNamed(name, list)?.layout) ?? 'stack';
  useStoredSpace(list && { slot: name, layout, boxes: shown.map(({ declaration: { size: { height, width } } }) => ({ height, ...(width !== undefined && { width }) })) });
  if (isForeign) return null;
  if (!list) return hasFailed ? children : <ReservedSpace slot={name}>{children}</ReservedSpace>;
  if (shown.length === 0) return children;
  return (
    <SlotLayout
      boxes={shown}
      className={`shell-slot-${layout}`}
      layout={layout}
      ref={container}
      render={(extension, place) => (
        <ExtensionBox
          // Another release is another extension.
          key={`${extension.id} ${extension.release}`}
          tab={tab}
          extension={extension}
          isOutdated={!remaining.includes(extension) && isReplaced(extension, tab)}
          layout={layout}
          values={values}
          isHeldBack={isHeadStart && place > 0}
          onShow={endHeadStart}
          onFail={onFail}
        />
      )}
      sizeOf={({ declaration }) => declaration.size}
    />
  );
}

/** Stores the space of a slot at each change of it; null until the tab knows it. */
function useStoredSpace(space: SlotSpace | null): void {
  const text = JSON.stringify(space);
  const store = useEffectEvent(() => space && storeSlotSpace(space));
  useEffect(() => void store(), [text]);
}

/** Whether the tab has switched to another release of the module, whose contributions are still loading. */
function isReplaced({ module, release }: SlotExtension, { loads }: ExtensionTab): boolean {
  const current = loads.modules.named(module.manifest.name);
  return current !== undefined && runningRelease(current) !== release;
}
