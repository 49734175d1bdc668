import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import type { ComboboxOption } from './combobox.tsx';
import { Direction } from './popup-environment.tsx';
import { primitivesText } from './primitives-messages.ts';

/** A search field with the list of its results. */
export interface SearchListProps<Value extends string> {
  /** The name of the search field, which also shows it while it is empty. */
  readonly searchLabel: string;
  /** The name of the list, for screen readers. */
  readonly listLabel: string;
  /** The options, in the order in which they are shown. */
  readonly options: readonly SearchListOption<Value>[];
  /** Called with the option that the user clicks, or selects with the arrow keys and Enter. */
  readonly onChoose: (value: Value) => void;
  /** Shown if no option matches. */
  readonly noMatch?: string;
}

/** An option of a {@link SearchList}. */
export interface SearchListOption<Value extends string> extends ComboboxOption<Value> {
  /** Shown before the label, at most 16 pixels wide. */
  readonly icon?: ReactNode;
  /** Shown at the end of the line, muted. It is cut off before the label is. */
  readonly detail?: string;
}

/**
 * A list in a dialog from which the user chooses one option, such as the folder to which a file moves. Typing filters it: an option
 * matches if its label has all the words. The field takes the focus, except on touch screens, where the keyboard would cover the list.
 */
export function SearchList<Value extends string>({ searchLabel, listLabel, options, onChoose, noMatch = primitivesText('noOption') }: SearchListProps<Value>) {
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const { contains } = Autocomplete.useFilter();
  const words = search.trim().split(/\s+/u);
  const found = options.filter(({ label }) => words.every((word) => contains(label, word)));
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, []);

  function choose({ value }: SearchListOption<Value>): void {
    // What the choice shows next may take the focus, but not from a field.
    field.current?.blur();
    onChoose(value);
  }

  return (
    <Direction>
      <Autocomplete.Root
        autoHighlight="always"
        filteredItems={found}
        inline
        items={options}
        keepHighlight
        onValueChange={setSearch}
        open
        value={search}
      >
        <div className="atrium-search-list-field">
          <Search aria-hidden="true" size={16} />
          <Autocomplete.Input
            aria-label={searchLabel}
            autoComplete="off"
            enterKeyHint="go"
            placeholder={searchLabel}
            ref={field}
            spellCheck={false}
            // The library calls an empty list expanded, too.
            {...(found.length === 0 && { 'aria-expanded': false })}
          />
        </div>
        {/* As high as all options need, so that a dialog stays in its place while the user types. */}
        <div className="atrium-search-list" style={rowsVariable(options.length)}>
          <Autocomplete.Empty className="atrium-options-none">{noMatch}</Autocomplete.Empty>
          <Autocomplete.List aria-label={listLabel}>
            {(option: SearchListOption<Value>) => (
              <Autocomplete.Item
                className="atrium-search-list-option"
                key={option.value}
                onClick={() => choose(option)}
                // The library marks the option that Enter chooses with `aria-activedescendant` alone, which not all screen readers announce as selected.
                render={(props, { highlighted }) => <div {...props} aria-selected={highlighted} />}
                value={option}
              >
                {option.icon !== undefined && <span className="atrium-icon">{option.icon}</span>}
                <span dir="auto">{option.label}</span>
                {option.detail !== undefined && <span className="atrium-search-list-detail" dir="auto">{option.detail}</span>}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
    </Direction>
  );
}

/** Sets `--rows`, for the style sheet. */
function rowsVariable(rows: number): CSSProperties {
  return Object.fromEntries([['--rows', rows]]);
}
