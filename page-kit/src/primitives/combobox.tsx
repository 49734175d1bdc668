import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, X } from 'lucide-react';
import { useState } from 'react';
import { Field, type FieldProps } from '../ui/fields.tsx';
import { Direction, usePopupContainer } from './popup-environment.tsx';
import { primitivesText } from './primitives-messages.ts';

/** A field with a list to choose from, which typing filters. */
export interface ComboboxProps<Value extends string> extends Omit<FieldProps, 'children'> {
  /** The options, in the order in which they are shown. */
  readonly options: readonly ComboboxOption<Value>[];
  /** The selected value; null for none. */
  readonly value: Value | null;
  /** Called with the chosen value; null if the user cleared the selection. */
  readonly onChange: (value: Value | null) => void;
  /** Shown in the field while nothing is selected. */
  readonly placeholder?: string;
  /** Whether a value is required; otherwise the user can clear the selection. */
  readonly required?: boolean;
}

/** An option of a {@link Combobox}. */
export interface ComboboxOption<Value extends string> {
  /** Identifies the option; not shown. */
  readonly value: Value;
  /** The visible text, which the filter searches. */
  readonly label: string;
}

/** A selection from many options, filtered by typing. Text that matches no option is discarded when the field loses the focus. */
export function Combobox<Value extends string>({ label, hint, error, options, value, onChange, placeholder, required = false }: ComboboxProps<Value>) {
  const container = usePopupContainer();
  const found = options.find((option) => option.value === value) ?? null;
  // Base UI compares the selection by identity, and replaces what the user is typing when it changes. Pages create their options in each render.
  const [selected, setSelected] = useState(found);
  if (found?.value !== selected?.value || found?.label !== selected?.label) setSelected(found);
  return (
    <Direction>
      <Field error={error} hint={hint} label={label}>
        {({ id, ...control }) => (
          <Base.Root
            autoHighlight
            id={id}
            isItemEqualToValue={(item: ComboboxOption<Value>, other: ComboboxOption<Value>) => item.value === other.value}
            items={options}
            onValueChange={(chosen: ComboboxOption<Value> | null) => onChange(chosen?.value ?? null)}
            required={required}
            value={selected}
          >
            <Base.InputGroup className="atrium-combobox">
              <Base.Input {...control} autoComplete="off" placeholder={placeholder} />
              <span className="atrium-combobox-buttons">
                {!required && (
                  <Base.Clear aria-label={primitivesText('clear')} className="atrium-icon-button">
                    <X aria-hidden="true" size={18} />
                  </Base.Clear>
                )}
                <Base.Trigger aria-label={primitivesText('showOptions')} className="atrium-icon-button">
                  <ChevronsUpDown aria-hidden="true" size={18} />
                </Base.Trigger>
              </span>
            </Base.InputGroup>
            <Base.Portal container={container}>
              <Base.Positioner className="atrium-popup-place" collisionPadding={8} sideOffset={4}>
                <Base.Popup className="atrium-options">
                  <Base.Empty className="atrium-options-none">{primitivesText('noOption')}</Base.Empty>
                  <Base.List>
                    {(option: ComboboxOption<Value>) => (
                      <Base.Item className="atrium-option" key={option.value} value={option}>
                        <span>{option.label}</span>
                        <Base.ItemIndicator className="atrium-option-mark">
                          <Check aria-hidden="true" size={16} />
                        </Base.ItemIndicator>
                      </Base.Item>
                    )}
                  </Base.List>
                </Base.Popup>
              </Base.Positioner>
            </Base.Portal>
          </Base.Root>
        )}
      </Field>
    </Direction>
  );
}
