import { Button } from '@atrium/page-kit/ui';
import { frameText } from '../frame/messages.ts';

/** Whether the palette opens with Command K, as Control K edits text on Apple's systems. Elsewhere it opens with Control K. */
export const HAS_COMMAND_KEY: boolean = /Mac|iP/.test(navigator.platform);

/** The key that begins shortcuts of the browser, with its name on keyboards of the page's language. */
export function commandKey(): string {
  return HAS_COMMAND_KEY ? '⌘' : frameText('controlKey');
}

/** The shortcut of the palette as users read it. */
export function paletteKey(): string {
  return `${commandKey()} K`;
}

interface SearchButtonProps {
  readonly onOpen: () => void;
  readonly label?: string;
}

/** Opens the command palette, whose code loads when the user points at the button or focuses it. */
export function SearchButton({ onOpen, label = frameText('search') }: SearchButtonProps) {
  return (
    <Button aria-keyshortcuts={HAS_COMMAND_KEY ? 'Meta+K' : 'Control+K'} className="shell-search" onClick={onOpen}>
      <svg aria-hidden="true" viewBox="0 0 16 16">
        <path d="m11 11 4 4M7 12A5 5 0 1 1 7 2a5 5 0 0 1 0 10" />
      </svg>
      <span>{label}</span>
      <kbd aria-hidden="true">{paletteKey()}</kbd>
    </Button>
  );
}
