import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clock, faults } from '@atrium/page-kit/testing';
import { choose, openFiles, openWith, picture, putFile, signedFor } from './note-files.ts';
import { attachments, board, openBoard, putNote, putPerson } from '../workspace.ts';

const button = (name: string) => screen.getByRole('button', { name });

describe('thumbnails', () => {
  const THUMBNAIL = 'data:image/webp;base64,UklGRg==';

  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'createImageBitmap');
  });

  /** Lets the browser draw pictures, or fail to. jsdom has no images. */
  function draw(address: string | Error): void {
    const image = { width: 4000, height: 3000, close: jest.fn() };
    Object.assign(globalThis, { createImageBitmap: async () => (address instanceof Error ? Promise.reject(address) : image) });
    const context = { drawImage: jest.fn() };
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(String(address));
  }

  test('are made when a picture is added, and need no request when they are shown', async () => {
    draw(THUMBNAIL);
    await openFiles();
    await choose(picture());
    const tile = await screen.findByRole('button', { name: 'View Bild ä.png' });
    expect(tile.querySelector('img')).toHaveAttribute('src', THUMBNAIL);
    expect(attachments().rows).toMatchObject([{ thumbnail: THUMBNAIL }]);
    expect(signedFor()).toEqual([]);
  });

  test('are in the row of a note, for its first three pictures', async () => {
    const note = putNote({ title: 'Ink' });
    putFile(note, 'notes.txt', 'text/plain');
    for (const name of ['one.png', 'two.png', 'three.png', 'four.png']) putFile(note, name, 'image/png', THUMBNAIL);
    await openBoard();
    await waitFor(() => expect(document.querySelectorAll(`img[src="${THUMBNAIL}"]`)).toHaveLength(3));
    expect(signedFor()).toEqual([]);
    // The open list shows each picture, so the row does not.
    await userEvent.click(button('Files (5) Ink'));
    expect(await screen.findByRole('button', { name: 'View one.png' })).toBeVisible();
    expect(document.querySelectorAll(`img[src="${THUMBNAIL}"]`)).toHaveLength(4);
  });

  test.each([
    ['cannot be read', new Error('The source image could not be decoded.')],
    ['has a thumbnail that is too long', `data:image/webp;base64,${'A'.repeat(9000)}`],
  ])('are left out if a picture %s', async (_, address) => {
    draw(address);
    await openFiles();
    await choose(picture());
    await screen.findByRole('button', { name: 'View Bild ä.png' });
    expect(attachments().rows).toMatchObject([{ name: 'Bild ä.png', thumbnail: null }]);
  });

  test('are not shown if another page has stored something else', async () => {
    await openWith(['plan.png', 'image/png', 'data:text/html;base64,PGI+']);
    const tile = await screen.findByRole('button', { name: 'View plan.png' });
    await waitFor(() => expect(tile.querySelector('img')).toHaveAttribute('src', expect.stringContaining('/object/sign/')));
    fireEvent.error(tile.querySelector('img') ?? tile);
    expect(tile.querySelector('img')).toBeNull();
    expect(tile.querySelector('svg')).toBeVisible();
  });
});

test('shows a picture that failed once its address is a new one', async () => {
  await openWith(['one.png', 'image/png']);
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'View one.png' }));
  await open();
  await screen.findByRole('img', { name: 'one.png' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The address that the page knows has expired.
  await clock.advance({ minutes: 11 });
  const held = faults.hold({ service: 'storage', path: '/object/sign' });
  await open();
  fireEvent.error(await screen.findByRole('img', { name: 'one.png' }));
  expect(screen.getByText(/cannot be shown here/)).toBeVisible();
  held.release();
  expect(await screen.findByRole('img', { name: 'one.png' })).toBeVisible();
  expect(screen.queryByText(/cannot be shown here/)).toBeNull();
});

test('shows pictures in a viewer, one after the other, and returns the focus', async () => {
  await openWith(['one.png', 'image/png'], ['notes.txt', 'text/plain'], ['two.jpg', 'image/jpeg'], ['drawing.svg', 'image/svg+xml'], ['three.gif', 'image/gif']);
  const tile = await screen.findByRole('button', { name: 'View one.png' });
  expect(screen.queryByRole('button', { name: /^View (notes|drawing)/ })).not.toBeInTheDocument();
  await userEvent.click(tile);
  expect(await screen.findByRole('dialog', { name: 'one.png', description: /7\sbytes$/ })).toBeVisible();
  expect(await screen.findByRole('img', { name: 'one.png' })).toHaveAttribute('src', expect.stringContaining('/object/sign/'));
  await waitFor(() => expect(button('Close')).toHaveFocus());
  expect(button('View one.png')).toHaveAttribute('aria-current', 'true');
  // "Forward" of the browser.
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByRole('dialog', { name: 'two.jpg' })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(await screen.findByRole('dialog', { name: 'three.gif' })).toBeVisible();
  expect(screen.getByText(/3 of 3/)).toHaveRole('status');
  expect(button('Next picture')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{ArrowLeft}');
  fireEvent.error(await screen.findByRole('img', { name: 'two.jpg' }));
  expect(screen.getByText(/cannot be shown here/)).toBeVisible();
  await userEvent.click(button('Previous picture'));
  expect(await screen.findByRole('img', { name: 'one.png' })).toBeVisible();
  await userEvent.click(button('View two.jpg'));
  expect(await screen.findByRole('dialog', { name: 'two.jpg' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(tile).toHaveFocus());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('names who added a picture, if several people write on the board', async () => {
  const bob = putPerson('Bob', board);
  const note = putNote({ title: 'Ink' });
  putFile(note, 'one.png', 'image/png');
  attachments().update(() => true, { author: bob });
  await openBoard();
  await userEvent.click(await screen.findByRole('button', { name: /^Files.* Ink$/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'View one.png' }));
  expect(await screen.findByRole('dialog', { name: 'one.png', description: /^Bob · .+7\sbytes$/ })).toBeVisible();
});

test('shows the picture to which the user swipes', async () => {
  await openWith(['one.png', 'image/png'], ['two.jpg', 'image/jpeg']);
  await userEvent.click(await screen.findByRole('button', { name: 'View one.png' }));
  const picture = await screen.findByRole('img', { name: 'one.png' });
  const stage = picture.parentElement?.parentElement;
  // jsdom has no layout.
  Object.defineProperties(stage, { clientWidth: { value: 300 }, scrollLeft: { value: 0, writable: true } });
  for (const [place, slide] of [...(stage?.children ?? [])].entries()) Object.defineProperty(slide, 'offsetLeft', { value: 300 * place });
  Object.assign(stage ?? {}, { scrollLeft: 140 });
  fireEvent.scroll(stage ?? picture);
  expect(screen.getByRole('dialog', { name: 'one.png' })).toBeVisible();
  Object.assign(stage ?? {}, { scrollLeft: 170 });
  fireEvent.scroll(stage ?? picture);
  expect(await screen.findByRole('dialog', { name: 'two.jpg' })).toBeVisible();
  // The movement goes on.
  expect(stage?.scrollLeft).toBe(170);
  await userEvent.keyboard('{ArrowLeft}');
  expect(stage?.scrollLeft).toBe(0);
});

test('deletes the picture in the viewer, and returns to the page with the toast that undoes it', async () => {
  await openWith(['one.png', 'image/png'], ['two.jpg', 'image/jpeg']);
  await userEvent.click(await screen.findByRole('button', { name: 'View one.png' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('one.png is deleted.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'View one.png' })).not.toBeInTheDocument());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(button('Add files Ink')).toHaveFocus();
  await userEvent.click(button('Undo'));
  expect(await screen.findByRole('button', { name: 'View one.png' })).toBeVisible();
});
