import { rem } from '@atrium/page-kit/slot-space';
import { Button } from '@atrium/page-kit/ui';
import { EXTENSION_ATTRIBUTE, EXTENSION_FAILURE_ATTRIBUTE, MODULE_ATTRIBUTE } from '@atrium/releases/wire';
import { Component, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useTransition, type ComponentType, type CSSProperties, type ReactNode } from 'react';
import { useFocusAfterRemoval } from '../frame/dismiss-button.tsx';
import { failureDetail } from '../pages/failure-facts.tsx';
import type { SiteContributions } from '../runtime/contributions.ts';
import { useLoad, useOnline } from '../runtime/hooks.ts';
import type { PlacedExtensions } from '../runtime/placed-extensions.ts';
import { SIDEBAR_SLOT, type ShownExtensions } from '../runtime/shown-extensions.ts';
import { OBSERVATION_TIME } from '../runtime/shown-pages.ts';
import { LoadCache, partKey, type Load, type SiteLoads } from '../runtime/site-loads.ts';
import { RemoteUnavailableError } from '../runtime/site-source.ts';
import { timeLimit } from '../runtime/time-limit.ts';
import { localizedText } from '../texts/document-language.ts';
import { message } from '../texts/messages.ts';
import { warnOnce, type SlotExtension } from './slot-extensions.ts';

/** Distance from the screen, as a margin, within which an extension loads. */
const NEAR_SCREEN = '300px';

/** Milliseconds that an extension may take to load and to render. */
const TIME_LIMIT = 8_000;

/** What an extension may render. More slows down the whole page. */
const MAX_ELEMENTS = 5_000;
const MAX_CHARACTERS = 1_000_000;

/** What a slot passes to its extensions. Its owner declares the types. */
type SlotValues = Readonly<Record<string, unknown>>;

/** What extensions need from the tab. */
export interface ExtensionTab {
  readonly loads: SiteLoads;
  readonly contributions: SiteContributions;
  readonly shown: ShownExtensions;
  readonly placed: PlacedExtensions;
  /** Called when an extension of a module is on screen. */
  readonly onAppear: (name: string, release: string) => void;
}

interface Props {
  readonly tab: ExtensionTab;
  readonly extension: SlotExtension;
  /** Another release replaces this one, as soon as the tab knows what it contributes. */
  readonly isOutdated: boolean;
  readonly layout: 'stack' | 'cards' | 'row';
  readonly values: SlotValues;
  /** Whether it waits, because the slot's first extension loads alone. */
  readonly isHeldBack: boolean;
  readonly onShow: () => void;
  readonly onFail: (extension: SlotExtension) => void;
}

/** One extension in the space that its module declares. It loads when that nears the screen. */
export function ExtensionBox({ tab, extension, isOutdated, layout, values, isHeldBack, onShow, onFail }: Props) {
  const { id, module, key, release, declaration: { title, slot, size: { height, maxHeight = height, width } } } = extension;
  const { name } = module.manifest;
  const box = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  // Set when the extension is wanted. If it were set at first, each of many boxes would render twice before the first extension loads.
  const [content, setContent] = useState<HTMLElement | null>(null);
  const [overflows, setOverflows] = useState(false);
  const want = () => setContent(place.current);
  useEffect(() => {
    if (!box.current || content || isHeldBack) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setContent(place.current), { rootMargin: NEAR_SCREEN });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [content, isHeldBack]);
  useEffect(() => (content ? watchOverflow(content, setOverflows) : undefined), [content]);
  useEffect(() => place.current ? tab.placed.add({ module: name, key, release, slot, title, element: place.current }) : undefined, [tab, name, key, release, slot, title]);
  const space: CSSProperties = { minBlockSize: rem(height), maxBlockSize: rem(maxHeight), ...(layout === 'row' && width !== undefined && { inlineSize: rem(width) }) };
  // A scrolling area must be reachable by keyboard.
  const scrolls = overflows ? { role: 'group', 'aria-label': localizedText(title), tabIndex: 0 } : {};
  return (
    <div
      className="shell-extension"
      ref={box}
      style={space}
      onFocus={want}
      onPointerEnter={want}
      {...{ [EXTENSION_ATTRIBUTE]: id }}
      {...scrolls}
    >
      {/* Two elements: a style sheet of the module reaches the inner one, and must not undo the containment. */}
      <div ref={place} {...{ [MODULE_ATTRIBUTE]: name }}>
        {content && !isHeldBack
          ? <RunningExtension tab={tab} extension={extension} isOutdated={isOutdated} values={values} content={content} onShow={onShow} onFail={onFail} />
          : <Placeholder height={height} />}
      </div>
    </div>
  );
}

interface RunningProps extends Pick<Props, 'tab' | 'extension' | 'isOutdated' | 'values' | 'onShow' | 'onFail'> {
  readonly content: HTMLElement;
}

const caches = new WeakMap<SiteLoads, LoadCache<ComponentType<SlotValues>>>();

/** The component of an extension. It loads once; a failed load is retried when it is requested again. */
function loadExtension(loads: SiteLoads, name: string, release: string, key: string): Load<ComponentType<SlotValues>> {
  const cache = caches.get(loads) ?? new LoadCache();
  caches.set(loads, cache);
  return cache.get(partKey(name, release, key), () =>
    loads.loadPart({ name, release, extension: key }, async ({ extensions = {} }) => {
      const component: unknown = Object.hasOwn(extensions, key) ? (await extensions[key]?.())?.default : undefined;
      if (!isComponent(component)) throw new Error(`It has no component for the extension ${key}.`);
      return component;
    }),
  );
}

/** Starts to load an extension before its box asks for it. */
export function preloadExtension({ loads }: ExtensionTab, { module, release, key }: SlotExtension): void {
  loadExtension(loads, module.manifest.name, release, key);
}

/** Whether a value is a component. The gate has compared the slot's props with those that the extension was written for. */
function isComponent(value: unknown): value is ComponentType<SlotValues> {
  // The results of memo, lazy and forwardRef are objects.
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

/** Loads an extension and renders it, or a card after a failure. */
function RunningExtension({ tab, extension, isOutdated, values, content, onShow, onFail }: RunningProps) {
  const { loads } = tab;
  const { key, release, module, declaration } = extension;
  const { name } = module.manifest;
  const { slot, size: { height } } = declaration;
  const part = partKey(name, release, `extension ${key}`);
  const [load, setLoad] = useState(() => loadExtension(loads, name, release, key));
  const outcome = useLoad(load);
  const [failure, setFailure] = useState<RemoteUnavailableError | null>(null);
  const [isSettled, setSettled] = useState(false);
  const [since] = useState(() => performance.now());
  const [retrying, startRetry] = useTransition();
  const error = failure ?? (outcome?.success === false ? outcome.error : null);
  const fail = (reason: string, cause?: unknown) => {
    const failed = new RemoteUnavailableError(name, release, reason, { cause, extension: key });
    setFailure(failed);
    if (loads.partFailed(failed, part) === 'render') fallBack(failed, tab);
  };
  const isPending = !error && !isSettled;
  const onLate = useEffectEvent(() => fail('It did not load in time.'));
  useEffect(() => {
    return isPending ? timeLimit(TIME_LIMIT, () => onLate()) : undefined;
  }, [isPending]);
  const onLoadFailure = useEffectEvent(() => {
    if (!failure && error) fallBack(error, tab);
    if (error) onFail(extension);
  });
  useEffect(() => (error ? onLoadFailure() : undefined), [error]);
  const isShown = isSettled && !error;
  useEffect(() => (isShown ? onShow() : undefined), [isShown, onShow]);
  useEffect(() => {
    if (!isShown) return;
    tab.onAppear(name, release);
    tab.placed.setLoadTime(content, performance.now() - since);
    const timer = setTimeout(() => loads.workingParts.add(part), OBSERVATION_TIME);
    // An extension beside every page would hold back its module's new releases for as long as the tab is open.
    const leave = slot === SIDEBAR_SLOT ? null : tab.shown.add(name);
    return () => {
      clearTimeout(timer);
      leave?.();
    };
  }, [isShown, tab, loads, name, release, slot, part, content, since]);
  const retry = () =>
    startRetry(async () => {
      let own = load;
      await loads.retry(name, (tried) => {
        const next = loadExtension(loads, name, tried, key);
        if (tried === release) own = next;
        return next;
      });
      setLoad(own);
      setFailure(null);
    });
  if (isOutdated) return <Placeholder height={height} />;
  if (error) return <ExtensionFailure extension={extension} error={error} retrying={retrying} onRetry={retry} />;
  if (!outcome?.success) return <Placeholder height={height} />;
  const Extension = outcome.value;
  const use = () => void loads.workingParts.add(part);
  return (
    // A user's action shows that the extension works. Capturing, to run before its own handlers can fail.
    <div onKeyDownCapture={use} onPointerDownCapture={use}>
      <ExtensionErrorBoundary onError={(cause) => fail(cause instanceof ExtensionSizeError ? cause.message : 'It ran into an error.', cause)}>
        <Suspense fallback={<Placeholder height={height} />}>
          <Extension {...values} />
          <SizeLimit content={content} extension={extension} />
          <Settled onChange={setSettled} />
        </Suspense>
      </ExtensionErrorBoundary>
    </div>
  );
}

/** Falls back to the module's previous release, unless the user is working with this one. */
function fallBack(error: RemoteUnavailableError, { loads, shown }: ExtensionTab): void {
  const { remote, release } = error;
  const { modules, workingParts } = loads;
  const isOnScreen = modules.at(location.pathname)?.manifest.name === remote || shown.names.includes(remote);
  if (isOnScreen && [...workingParts].some((key) => key.startsWith(partKey(remote, release ?? '', '')))) return;
  loads.fallBack(error);
}

/** Keeps an extension's space while it loads, without drawing attention. */
function Placeholder({ height }: { readonly height: number }) {
  return <div aria-busy="true" className="shell-extension-placeholder" style={{ blockSize: rem(height) }} />;
}

/** Replaces an extension that cannot be shown, in the same space. */
function ExtensionFailure({ extension: { module, declaration }, error, retrying, onRetry }: {
  readonly extension: SlotExtension;
  readonly error: RemoteUnavailableError;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}) {
  const card = useFocusAfterRemoval();
  useOnline(onRetry);
  return (
    <div className="shell-extension-failure" ref={card} role="status" {...{ [EXTENSION_FAILURE_ATTRIBUTE]: '' }}>
      <p>{message('moduleUnavailable.title', { name: localizedText(declaration.title) })}</p>
      <Button busy={retrying} onClick={onRetry}>{message('failure.retry')}</Button>
      <p className="atrium-muted atrium-small">{failureDetail({ module, error })}</p>
    </div>
  );
}

/** An extension rendered more than a page can bear. */
class ExtensionSizeError extends Error {
  override readonly name = 'ExtensionSizeError';
}

/**
 * Fails with an {@link ExtensionSizeError} as soon as the content is too large: before the browser shows it, if it is so at first.
 * Warns when the content is too high for its box.
 */
function SizeLimit({ content, extension: { id, module, release, declaration: { size } } }: { readonly content: HTMLElement; readonly extension: SlotExtension }) {
  const [excess, setExcess] = useState<string | null>(null);
  useLayoutEffect(() => {
    const check = () => {
      if (content.getElementsByTagName('*').length > MAX_ELEMENTS) setExcess(`It rendered more than ${MAX_ELEMENTS} elements.`);
      else if ((content.textContent ?? '').length > MAX_CHARACTERS) setExcess(`It rendered more than ${MAX_CHARACTERS} characters.`);
    };
    check();
    const observer = new MutationObserver(check);
    observer.observe(content, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [content]);
  const { name, owner = '–' } = module.manifest;
  const { height, maxHeight = height } = size;
  const warning = `The extension ${id} is higher than its maximum of ${maxHeight} pixels, so it scrolls (module ${name}, owner ${owner}, release ${release}).`;
  useEffect(() => watchOverflow(content, (overflows) => overflows && warnOnce(warning)), [content, warning]);
  if (excess !== null) throw new ExtensionSizeError(excess);
  return null;
}

/** Tells after each change of an extension's size whether it is higher than its box. Returns the function that ends this. */
function watchOverflow(content: HTMLElement, onChange: (overflows: boolean) => void): () => void {
  const box = content.parentElement;
  // Fractions of a pixel are rounded.
  const observer = new ResizeObserver(() => onChange(box !== null && box.scrollHeight > box.clientHeight + 1));
  observer.observe(content);
  return () => observer.disconnect();
}

/** Tells whether its siblings are rendered: React runs and undoes layout effects when they suspend. */
function Settled({ onChange }: { readonly onChange: (isSettled: boolean) => void }) {
  useLayoutEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return null;
}

interface BoundaryProps {
  readonly onError: (cause: unknown) => void;
  readonly children: ReactNode;
}

/** Contains an extension's error. Its parent replaces it with a card. */
class ExtensionErrorBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(cause: unknown): void {
    this.props.onError(cause);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
