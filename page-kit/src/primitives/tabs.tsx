import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { Direction } from './popup-environment.tsx';

/** Tabs, one of which is open. */
export interface TabsProps<Value extends string> {
  /** Accessible name of the tab list: what the panels have in common. */
  readonly label: string;
  /** The tabs in their order. */
  readonly tabs: readonly TabsEntry<Value>[];
  /** The tab whose panel is open. */
  readonly value: Value;
  /** Called with the tab that the user opens. */
  readonly onChange: (value: Value) => void;
}

/** A tab and its panel. */
export interface TabsEntry<Value extends string> {
  /** Identifies the tab; not shown. */
  readonly value: Value;
  /** The text of the tab. */
  readonly label: ReactNode;
  /** Rendered only while the tab is open. */
  readonly panel: ReactNode;
}

/** Tabs with their panels. One panel is open. The arrow keys move between the tabs and open their panels. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <Direction>
      <Base.Root
        className="atrium-tabs"
        onValueChange={(next) => {
          const entry = tabs.find((tab) => tab.value === next);
          if (entry) onChange(entry.value);
        }}
        value={value}
      >
        <Base.List activateOnFocus aria-label={label} className="atrium-tab-list">
          {tabs.map((tab) => (
            <Base.Tab className="atrium-tab" key={tab.value} value={tab.value}>
              {tab.label}
            </Base.Tab>
          ))}
        </Base.List>
        {tabs.map((tab) => (
          <Base.Panel className="atrium-tab-panel" key={tab.value} value={tab.value}>
            {tab.panel}
          </Base.Panel>
        ))}
      </Base.Root>
    </Direction>
  );
}
