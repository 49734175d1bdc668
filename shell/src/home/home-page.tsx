import type { AuthHandle } from '@atrium/page-kit/contract/auth';
import { dateLocale } from '@atrium/page-kit/messages';
import { isNarrow, readSlotSpace, rem, SlotLayout, type SlotSpace } from '@atrium/page-kit/slot-space';
import { Alert, Button, LinkButton, Skeleton } from '@atrium/page-kit/ui';
import { useEffect, useRef, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import type { ExtensionTab } from '../extensions/extension-box.tsx';
import { extensionsOf, type SlotExtension } from '../extensions/slot-extensions.ts';
import type { SlotExtensionsProps } from '../extensions/slot.tsx';
import { firstEntries } from '../frame/menu-entries.ts';
import { isForUser } from '../runtime/contributions.ts';
import { useOnline } from '../runtime/hooks.ts';
import type { HomeProps } from '../runtime/open-tab.ts';
import { localizedText } from '../texts/document-language.ts';
import { message } from '../texts/messages.ts';
import { CustomizeCards } from './customize-cards.tsx';
import { DEFAULT_CHOICE, inOrder, type HomeChoice } from './home-choice.ts';
import { homeText } from './messages.ts';
import { homeChoiceOf, useHomeChoice } from './stored-choice.ts';

const SLOT = 'site.home';

/** The cards to wait for when this browser has not shown any. */
const FIRST_VISIT = [{ height: 208 }, { height: 160 }];
/** Also that of users without a second factor. */
const UNPROTECTED_FIRST_VISIT = [...FIRST_VISIT, { height: 226, width: 336 }];

/** How often the date is checked, in milliseconds. One timer until midnight would be late after the computer has slept. */
const MINUTE = 60_000;

/** Creates the home page of this tab, without its heading, which the first screen shows. */
export function createHome(tab: ExtensionTab, SlotExtensions: ComponentType<SlotExtensionsProps>): ComponentType<HomeProps> {
  return function Home({ authModule, modules }) {
    const { useAuth } = authModule;
    const user = useAuth((auth) => auth.user);
    const assurance = useAuth((auth) => auth.assurance);
    const permissions = useAuth((auth) => auth.permissions);
    const [choice, choose] = useHomeChoice(authModule);
    const [isCustomizing, setCustomizing] = useState(false);
    const editButton = useRef<HTMLButtonElement>(null);
    const { contributions } = tab;
    const list = useSyncExternalStore(contributions.subscribe, () => contributions.list);
    const visitor = { user, assurance, permissions };
    const cards = list && extensionsOf(SLOT, list, (declaration) => isForUser(declaration, visitor));
    const hasCards = cards !== null && cards.length > 0;
    return (
      <>
        <div className="atrium-row atrium-row-apart shell-home-bar">
          <Today />
          {hasCards && (
            <Button aria-expanded={isCustomizing} className="atrium-button-small" onClick={() => setCustomizing(!isCustomizing)} ref={editButton} tone="quiet">
              {homeText('customize')}
            </Button>
          )}
        </div>
        {hasCards && isCustomizing && (
          <CustomizeCards
            cards={placed(cards).map(({ card: { declaration }, ...rest }) => ({ ...rest, title: localizedText(declaration.title) }))}
            choice={choice}
            onChoose={choose}
            onDone={() => {
              setCustomizing(false);
              editButton.current?.focus();
            }}
          />
        )}
        {!cards && <WaitingCards firstVisit={assurance.nextLevel === 'aal2' ? FIRST_VISIT : UNPROTECTED_FIRST_VISIT} tab={tab} />}
        {cards && (
          <SlotExtensions
            tab={tab}
            name={SLOT}
            values={{}}
            visitor={visitor}
            arrange={(extensions) => shownCards(extensions, choice)}
          >
            {hasCards ? (
              <Empty text={homeText('allHidden')}>
                <Button onClick={() => choose(DEFAULT_CHOICE)}>{homeText('showAll')}</Button>
              </Empty>
            ) : (
              <Empty text={homeText('noCards')}>
                {firstEntries(modules, 'signed-in').map(({ path, text }) => (
                  <LinkButton key={path} tone="quiet" to={path}>{text}</LinkButton>
                ))}
              </Empty>
            )}
          </SlotExtensions>
        )}
      </>
    );
  };
}

function Today() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return <p className="atrium-muted">{now.toLocaleDateString(dateLocale(), { weekday: 'long', day: 'numeric', month: 'long' })}</p>;
}

/** The user's first card; undefined if there is none, or if the tab does not know the cards yet. */
export function firstCard({ contributions: { list } }: ExtensionTab, auth: AuthHandle): SlotExtension | undefined {
  const { user, assurance, permissions } = auth.getAuth();
  if (!list || !user) return undefined;
  const cards = extensionsOf(SLOT, list, (declaration) => isForUser(declaration, { user, assurance, permissions }));
  return shownCards(cards, homeChoiceOf(user.id, user.user_metadata))[0];
}

function shownCards(cards: readonly SlotExtension[], choice: HomeChoice): readonly SlotExtension[] {
  return inOrder(placed(cards), choice).flatMap(({ id, card }) => (choice.hidden.includes(id) ? [] : [card]));
}

function placed(cards: readonly SlotExtension[]) {
  return cards.map((card) => ({ id: card.id, isNarrow: isNarrow(card.declaration.size), card }));
}

/** Replaces the cards when there are none. */
function Empty({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className="shell-home-empty">
      <p>{text}</p>
      <div className="atrium-row">{children}</div>
    </div>
  );
}

/** Replaces the cards until the tab knows them. */
function WaitingCards({ tab: { contributions }, firstVisit }: { readonly tab: ExtensionTab; readonly firstVisit: SlotSpace['boxes'] }) {
  const [boxes] = useState(() => readSlotSpace(SLOT)?.boxes ?? firstVisit);
  const [state, setState] = useState<'loading' | 'failed' | 'retrying'>('loading');
  const isLoading = state !== 'failed';
  useEffect(() => {
    // The load never rejects. Once it has finished, the cards replace this.
    if (isLoading) void contributions.load().then(() => setState('failed'));
  }, [isLoading, contributions]);
  const retry = () => setState('retrying');
  useOnline(() => state === 'failed' && retry());
  if (state !== 'loading') {
    return (
      <Alert>
        <p>{homeText('unavailable')}</p>
        <div>
          <Button busy={state === 'retrying'} onClick={retry}>{message('failure.retry')}</Button>
        </div>
      </Alert>
    );
  }
  return (
    <div>
      {/* Only its text for screen readers. It also hides the footer, which would move. */}
      <Skeleton lines={0} />
      <SlotLayout
        boxes={boxes}
        className="shell-slot-cards"
        layout="cards"
        render={({ height }, place) => <div className="shell-extension-placeholder" key={place} style={{ blockSize: rem(height) }} />}
        sizeOf={(box) => box}
      />
    </div>
  );
}
