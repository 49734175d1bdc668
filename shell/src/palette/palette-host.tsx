import type { AuthHandle, AuthModule } from '@atrium/page-kit/contract/auth';
import { showToast } from '@atrium/page-kit/site';
import { use, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { frameText } from '../frame/messages.ts';
import type { SiteContributions } from '../runtime/contributions.ts';
import { useTabModules } from '../runtime/hooks.ts';
import { Listeners } from '../runtime/listeners.ts';
import type { SiteLoads } from '../runtime/site-loads.ts';
import { AuthModuleContext, useIsSignInPending } from '../sign-in/sign-in.tsx';
import { offeredCommands, runCommand, type OfferedCommand, type Visitor } from './commands.ts';
import type { PaletteProps } from './palette.tsx';
import { offeredProviders } from './provider-search.ts';
import type { RecentPages } from './recent-pages.ts';
import { isDialogOpen, isPaletteKey, listenForShortcuts, PALETTE_MODIFIER } from './shortcuts.ts';

type View = PaletteProps['view'];

/** Whether the palette is open, and what it shows. */
export class PaletteView {
  #current: View | null = null;
  #typed = '';
  readonly #listeners = new Listeners();

  /** Null while it is closed. */
  get current(): View | null {
    return this.#current;
  }

  /** What the user has typed since it opened, until its field appears. */
  get typed(): string {
    return this.#typed;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Opens or, with null, closes the palette. It does not open in front of a dialog. */
  set(view: View | null): void {
    if (view !== null && (this.#current !== null || isDialogOpen())) return;
    this.#current = view;
    this.#typed = '';
    this.#listeners.notify();
  }

  /** Takes the key of a character, or Backspace, which the user pressed before the field appeared. */
  type(key: string): void {
    this.#typed = key === 'Backspace' ? this.#typed.slice(0, -1) : this.#typed + key;
  }
}

interface PaletteHostProps {
  readonly loads: SiteLoads;
  readonly contributions: SiteContributions;
  readonly recent: RecentPages;
  readonly view: PaletteView;
  /** Loads the palette, once. */
  readonly load: () => Promise<ComponentType<PaletteProps>>;
  /** Opens the inspector. */
  readonly onInspect: () => void;
  /** Whether the tab shows a preview. */
  readonly hasPreview: boolean;
}

/** Listens for the keys of the palette and of commands, and shows the palette once its code has loaded. */
export function PaletteHost(props: PaletteHostProps) {
  const authModule = use(AuthModuleContext);
  return authModule ? <HostForVisitor {...props} authModule={authModule} /> : <Host {...props} auth={null} visitor={null} />;
}

function HostForVisitor({ authModule, ...props }: PaletteHostProps & { readonly authModule: AuthModule }) {
  const { auth, useAuth } = authModule;
  const { recent } = props;
  const user = useAuth((state) => state.user);
  const assurance = useAuth((state) => state.assurance);
  const permissions = useAuth((state) => state.permissions);
  const visitor = useMemo(() => ({ user, assurance, permissions }), [user, assurance, permissions]);
  const isPending = useIsSignInPending(authModule);
  const id = user?.id ?? null;
  useEffect(() => {
    if (!isPending) recent.setUser(id);
  }, [recent, isPending, id]);
  return <Host {...props} auth={auth} visitor={visitor} />;
}

interface HostProps extends PaletteHostProps {
  /** Null if the sign-in did not load, like `visitor`. */
  readonly auth: AuthHandle | null;
  readonly visitor: Visitor | null;
}

function Host({ loads, contributions, recent, view, load, onInspect, hasPreview, auth, visitor }: HostProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useTabModules(loads.modules);
  const list = useSyncExternalStore(contributions.subscribe, () => contributions.list);
  const shown = useSyncExternalStore(view.subscribe, () => view.current);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const commands = useMemo(() => offeredCommands(list ?? [], visitor, pathname), [list, visitor, pathname]);
  const providers = useMemo(() => (visitor ? offeredProviders(list ?? [], visitor) : []), [list, visitor]);
  const open = (path: string): void => void navigate(path);
  const run = (command: OfferedCommand): void => void runCommand({ loads, auth, open }, command);

  const isWaiting = shown !== null && Palette === null;
  const arrive = useEffectEvent((loaded: ComponentType<PaletteProps>) => {
    // The user has opened a dialog meanwhile.
    if (isWaiting && isDialogOpen()) view.set(null);
    setPalette(() => loaded);
  });
  useEffect(() => {
    if (shown === null) return;
    // The requests may have failed before.
    void contributions.load().then(() => setLoaded(true));
    load().then(
      (loaded) => arrive(loaded),
      () => {
        view.set(null);
        showToast({ tone: 'error', text: frameText('toast.searchNotLoaded') });
      },
    );
  }, [shown, contributions, load, view]);

  const onCommand = useEffectEvent(run);
  const currentCommands = useEffectEvent(() => commands);
  const typeAhead = useEffectEvent((event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    if (!isWaiting || ctrlKey || metaKey || altKey || isComposing) return;
    if (key === 'Escape') return view.set(null);
    if (key !== 'Backspace' && key.length > 1) return;
    // The control of the page that has the focus would take it.
    event.preventDefault();
    view.type(key);
  });
  useEffect(() => {
    // A failure is shown when the palette opens.
    const prefetch = (): void => void load().catch(() => undefined);
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === PALETTE_MODIFIER) prefetch();
      typeAhead(event);
      if (event.defaultPrevented || !isPaletteKey(event)) return;
      // The browser would focus its address bar.
      event.preventDefault();
      view.set('search');
    };
    const onIntent = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('.shell-search')) prefetch();
    };
    const stop = listenForShortcuts({
      // While the palette loads, letters are meant for it.
      commands: () => (view.current === null ? currentCommands() : []),
      onCommand: (command) => onCommand(command),
      onHelp: () => view.set('shortcuts'),
    });
    window.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerover', onIntent, { passive: true });
    document.addEventListener('focusin', onIntent, { passive: true });
    return () => {
      stop();
      window.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerover', onIntent);
      document.removeEventListener('focusin', onIntent);
    };
  }, [load, view]);

  if (shown === null || !Palette) return null;
  // Outside of the notices, a live region that would announce every entry.
  return createPortal(
    <Palette
      auth={auth}
      commands={commands}
      hasPreview={hasPreview}
      isLoading={list === null && !isLoaded}
      // The list of shortcuts replaces the search.
      key={shown}
      loads={loads}
      modules={loads.modules}
      onClose={() => view.set(null)}
      onCommand={run}
      onInspect={onInspect}
      onListShortcuts={() => view.set('shortcuts')}
      onOpen={open}
      pathname={pathname}
      providers={providers}
      recent={recent.list}
      typed={view.typed}
      view={shown}
      visitor={visitor}
    />,
    document.body,
  );
}
