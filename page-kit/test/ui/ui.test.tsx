import '@testing-library/jest-dom';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import {
  Alert,
  Button,
  expectPageArrival,
  LinkButton,
  onPageArrival,
  Avatar,
  PageBar,
  PageHeading,
  PasswordField,
  Skeleton,
  TextField,
  usePageTitle,
} from '../../src/ui/ui.ts';

describe('PageHeading', () => {
  test('sets the title, and does not move the focus on the first page', () => {
    const arrivals = jest.fn();
    const stop = onPageArrival(arrivals);
    render(<PageHeading title="Workspace" />);
    expect(document.title).toBe('Workspace · Atrium');
    expect(document.body).toHaveFocus();
    expect(arrivals).not.toHaveBeenCalled();
    stop();
  });

  test('takes the focus and is announced once after a navigation', () => {
    const arrivals = jest.fn();
    const stop = onPageArrival(arrivals);
    expectPageArrival();
    const { rerender } = render(<PageHeading title="Workspace" />, { wrapper: StrictMode });
    expect(screen.getByRole('heading', { level: 1, name: 'Workspace' })).toHaveFocus();
    expect(arrivals.mock.calls).toEqual([['Workspace']]);
    stop();
    expectPageArrival();
    rerender(<PageHeading title="Board" />);
    expect(document.title).toBe('Board · Atrium');
    expect(arrivals).toHaveBeenCalledTimes(1);
  });
});

test('PageBar leads to the page above, and says where the user is', () => {
  render(
    <PageBar control={<Button>Star</Button>} mark={<i>Green</i>} parent={{ label: 'Workspace', to: '/workspace' }} title="Plans">
      <Button>Share</Button>
    </PageBar>,
    { wrapper: MemoryRouter },
  );
  const path = screen.getByRole('navigation', { name: 'Breadcrumb' });
  expect(within(path).getByRole('link', { name: 'Workspace' })).toHaveAttribute('href', '/workspace');
  expect(within(path).getByText('Plans')).toHaveAttribute('aria-current', 'page');
  expect(within(path).getByText('Green').nextSibling).toHaveTextContent('Plans');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Star', 'Share']);
});

test('PageBar of a page at the top says only where the user is', () => {
  render(<PageBar title="Home" />, { wrapper: MemoryRouter });
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(/^Home$/);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('usePageTitle returns the title of the page on screen', () => {
  const Title = () => <output>{usePageTitle()}</output>;
  const page = (heading: ReactNode) => <><Title />{heading}</>;
  const { rerender } = render(page(<PageHeading title="Plans" />), { wrapper: StrictMode });
  expect(screen.getByRole('status')).toHaveTextContent('Plans');
  rerender(page(<PageHeading title="Orders" />));
  expect(screen.getByRole('status')).toHaveTextContent('Orders');
  rerender(page(null));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('Avatar shows initials when the picture cannot be loaded', () => {
  const { container } = render(<Avatar id="1" name="Ada Lovelace" picture="/ada.png" />);
  const picture = container.querySelector('img');
  expect(picture).toHaveAttribute('src', '/ada.png');
  fireEvent.error(picture ?? document.body);
  expect(container.querySelector('img')).toBeNull();
  expect(container).toHaveTextContent('AL');
});

test('Avatar gives people every hue, and not the grey', () => {
  const { container } = render(<>{Array.from({ length: 200 }, (_, id) => <Avatar id={String(id)} key={id} name="Ada" />)}</>);
  const tints = [...container.querySelectorAll<HTMLElement>('.atrium-avatar')].map(({ style }) => style.color);
  expect([...new Set(tints)].sort()).toEqual([1, 2, 3, 4, 5, 6, 7].map((hue) => `var(--atrium-tint-${hue})`));
});

describe('Button', () => {
  test('keeps its focus and name while busy, and ignores clicks', async () => {
    const onClick = jest.fn();
    const onSubmit = jest.fn((event: { preventDefault: () => void }) => {
      event.preventDefault();
    });
    const form = (busy: boolean) => (
      <form onSubmit={onSubmit}>
        <TextField label="Name" name="name" />
        <Button busy={busy} onClick={onClick} type="submit">
          Save
        </Button>
      </form>
    );
    const { rerender } = render(form(false));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    rerender(form(true));
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.type(screen.getByLabelText('Name'), '{Enter}');
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  test('can be focused but not used while it is unavailable', async () => {
    const onClick = jest.fn();
    render(
      <Button onClick={onClick} unavailable>
        Send
      </Button>,
    );
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    expect(onClick).not.toHaveBeenCalled();
  });

  test('submits a form only with type="submit"', async () => {
    const onSubmit = jest.fn();
    render(
      <form onSubmit={onSubmit}>
        <Button>Show</Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('Field', () => {
  test('keeps the height of a fixed error, so that the layout does not shift', () => {
    const { container, rerender } = render(<TextField error="Enter your name." label="Name" />);
    rerender(<TextField label="Name" />);
    expect(screen.queryByText('Enter your name.')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Name')).not.toHaveAttribute('aria-invalid');
    expect(container.querySelector('[data-last-error="Enter your name."]')).toHaveAttribute('aria-hidden', 'true');
    rerender(<TextField error="At most 100 characters." label="Name" />);
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('At most 100 characters.');
    expect(container.querySelector('[data-last-error]')).not.toBeInTheDocument();
  });

  test('connects the control with its hint and error', () => {
    render(<TextField autoComplete="name" error="Enter your name." hint="As on your badge." inputMode="text" label="Name" />);
    const field = screen.getByLabelText('Name');
    expect(field).toHaveAccessibleDescription('As on your badge. Enter your name.');
    expect(field).toBeInvalid();
    expect(field).toHaveAttribute('autocomplete', 'name');
    expect(field).toHaveAttribute('inputmode', 'text');
    expect(screen.getByRole('alert')).toHaveTextContent('Enter your name.');
  });

  test('keeps the page’s own description of the control', () => {
    const page = (error?: string) => (
      <>
        <p id="own">It is printed.</p>
        <TextField aria-describedby="own" error={error} hint="As on your badge." label="Name" />
        <PasswordField aria-describedby="own" autoComplete="new-password" label="Password" />
      </>
    );
    const { rerender } = render(page());
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('It is printed. As on your badge.');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('It is printed.');
    rerender(page('Enter your name.'));
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('It is printed. As on your badge. Enter your name.');
  });

  test('adds no description without a hint and error', () => {
    render(<TextField label="Name" />);
    expect(screen.getByLabelText('Name')).not.toHaveAttribute('aria-describedby');
    expect(screen.getByLabelText('Name')).not.toHaveAttribute('aria-invalid');
  });

  test('shows a password when the user asks for it', async () => {
    render(<PasswordField autoComplete="new-password" label="Password" />);
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    expect(screen.getByLabelText('Password')).toHaveValue('secret');
    expect(screen.getByRole('button', { name: 'Hide' })).toHaveFocus();
  });

  test('warns about Caps Lock until it is off or the field loses the focus', async () => {
    const onKeyUp = jest.fn();
    render(<PasswordField autoComplete="current-password" label="Password" onKeyUp={onKeyUp} />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Password'), 'a');
    expect(screen.queryByText('Caps Lock is on.')).not.toBeInTheDocument();
    await user.keyboard('{CapsLock}b');
    expect(screen.getByText('Caps Lock is on.')).toHaveAttribute('aria-live', 'polite');
    await user.keyboard('{CapsLock}d');
    expect(screen.queryByText('Caps Lock is on.')).not.toBeInTheDocument();
    await user.keyboard('{CapsLock}c');
    await user.tab();
    expect(screen.queryByText('Caps Lock is on.')).not.toBeInTheDocument();
    expect(onKeyUp).toHaveBeenCalled();
  });
});

test('only an error alert interrupts screen readers', () => {
  render(
    <>
      <Alert>Wrong</Alert>
      <Alert tone="success">Saved</Alert>
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Wrong');
  expect(screen.getByRole('status')).toHaveTextContent('Saved');
});

test('a skeleton announces that content is loading', () => {
  render(<Skeleton lines={2} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
});

test('a link that looks like a button is a link', () => {
  render(<LinkButton to="/workspace">Go on</LinkButton>, { wrapper: MemoryRouter });
  expect(screen.getByRole('link', { name: 'Go on' })).toHaveAttribute('href', '/workspace');
});
