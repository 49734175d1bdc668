import '@testing-library/jest-dom';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Combobox, SearchList, Tabs } from '../../src/primitives/primitives.ts';

type Part = 'notes' | 'people' | 'settings';

function Board() {
  const [part, setPart] = useState<Part>('notes');
  return (
    <Tabs
      label="Parts of the board"
      onChange={setPart}
      tabs={[
        { value: 'notes', label: 'Notes', panel: <p>Peas and beans</p> },
        { value: 'people', label: 'People', panel: <p>Ada and Grace</p> },
        { value: 'settings', label: 'Settings', panel: <p>Its name</p> },
      ]}
      value={part}
    />
  );
}

describe('Tabs', () => {
  afterEach(() => document.documentElement.removeAttribute('dir'));

  test('show one panel, named by its tab', async () => {
    render(<Board />);
    expect(screen.getByRole('tablist', { name: 'Parts of the board' })).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Notes' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(screen.getByRole('tab', { name: 'People' }));
    expect(screen.getByRole('tabpanel', { name: 'People' })).toHaveTextContent('Ada and Grace');
    expect(screen.queryByText('Peas and beans')).not.toBeInTheDocument();
  });

  test.each([['ltr', '{ArrowRight}'], ['rtl', '{ArrowLeft}']] as const)('move with the arrow that points forward in %s text', async (direction, arrow) => {
    document.documentElement.dir = direction;
    render(<Board />);
    await userEvent.click(screen.getByRole('tab', { name: 'Notes' }));
    await userEvent.keyboard(arrow);
    await waitFor(() => expect(screen.getByRole('tab', { name: 'People' })).toHaveFocus());
    expect(screen.getByRole('tabpanel', { name: 'People' })).toBeInTheDocument();
  });
});

const PEOPLE = [
  { value: 'a', label: 'Ada Lovelace' },
  { value: 'g', label: 'Grace Hopper' },
  { value: 'h', label: 'Hedy Lamarr' },
] as const;

function Owner({ error }: { readonly error?: string }) {
  const [person, setPerson] = useState<'a' | 'g' | 'h' | null>('g');
  return (
    <>
      <Combobox error={error} hint="One of the people on the board." label="New owner" onChange={setPerson} options={PEOPLE} value={person} />
      <p data-testid="chosen">{person}</p>
    </>
  );
}

describe('Combobox', () => {
  test('has the label, hint and error of a field, and shows the selected option', () => {
    render(<Owner error="Choose a person." />);
    const input = screen.getByRole('combobox', { name: 'New owner' });
    expect(input).toHaveValue('Grace Hopper');
    expect(input).toHaveAccessibleDescription('One of the people on the board. Choose a person.');
    expect(input).toBeInvalid();
  });

  test('filters by typing, and selects an option with Enter or a click', async () => {
    render(<Owner />);
    const input = screen.getByRole('combobox', { name: 'New owner' });
    await userEvent.clear(input);
    await userEvent.type(input, 'hed');
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Hedy Lamarr']);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
    expect(screen.getByTestId('chosen')).toHaveTextContent('h');
    await userEvent.click(screen.getByRole('button', { name: 'Show all choices' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ada Lovelace' }));
    expect(input).toHaveValue('Ada Lovelace');
    expect(screen.getByTestId('chosen')).toHaveTextContent('a');
  });

  test('keeps what the user types when the page renders again with the same options', async () => {
    const field = () => <Combobox label="New owner" onChange={() => undefined} options={PEOPLE.map((person) => ({ ...person }))} value="g" />;
    const { rerender } = render(field());
    const input = screen.getByRole('combobox', { name: 'New owner' });
    await userEvent.clear(input);
    await userEvent.type(input, 'hed');
    rerender(field());
    expect(input).toHaveValue('hed');
  });

  test('reports that no option matches, and restores the selection', async () => {
    render(<Owner />);
    const input = screen.getByRole('combobox', { name: 'New owner' });
    await userEvent.type(input, 'zzz');
    expect(await screen.findByText('No results. Try another search.')).toBeInTheDocument();
    await userEvent.click(screen.getByTestId('chosen'));
    await waitFor(() => expect(input).toHaveValue('Grace Hopper'));
    expect(screen.getByTestId('chosen')).toHaveTextContent('g');
  });
});

describe('SearchList', () => {
  afterEach(() => jest.restoreAllMocks());

  function open() {
    const onChoose = jest.fn<void, [string]>();
    render(<SearchList listLabel="People" onChoose={onChoose} options={PEOPLE.map((person) => ({ ...person, detail: 'Member' }))} searchLabel="Search people" />);
    return { onChoose, field: screen.getByRole('combobox', { name: 'Search people' }) };
  }

  const shown = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

  test('takes the focus, and chooses with the arrow keys, which wrap around, and Enter', async () => {
    const { onChoose, field } = open();
    expect(field).toHaveFocus();
    expect(screen.getByRole('listbox', { name: 'People' })).toBeVisible();
    await waitFor(() => expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: /Ada/ }).id));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
    expect(onChoose.mock.calls).toEqual([['h']]);
    expect(field).not.toHaveFocus();
  });

  test('finds all words in any order, without accents', async () => {
    const { onChoose } = open();
    await userEvent.keyboard('lov âda');
    expect(shown()).toEqual(['Ada LovelaceMember']);
    await userEvent.keyboard('{Enter}');
    expect(onChoose.mock.calls).toEqual([['a']]);
  });

  test('reports that no option matches, and then chooses none', async () => {
    const { onChoose } = open();
    await userEvent.keyboard('zzz');
    expect(await screen.findByText('No results. Try another search.')).toBeVisible();
    expect(shown()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(onChoose).not.toHaveBeenCalled();
  });

  test('chooses by click, and leaves the focus alone on touch screens', async () => {
    jest.spyOn(window, 'matchMedia').mockReturnValue({ ...matchMedia(''), matches: true });
    const { onChoose, field } = open();
    expect(field).not.toHaveFocus();
    await userEvent.click(screen.getByRole('option', { name: /Grace/ }));
    expect(onChoose.mock.calls).toEqual([['g']]);
  });
});
