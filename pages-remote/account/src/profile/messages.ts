import { defineMessages } from '@atrium/page-kit/messages';

export const profileText = defineMessages({
  title: 'Your account',
  picture: 'Picture',
  submit: 'Save',
  saved: 'Your changes are saved.',
}, 'account.profile');

export const preferencesText = defineMessages({
  language: 'Language',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  shortcuts: 'Shortcuts',
  singleKeys: 'Single keys, such as ? for a list of all shortcuts',
  thisBrowser: 'Language, theme and shortcuts apply to this browser.',
}, 'account.preferences');

export const pictureText = defineMessages({
  choose: 'Choose a picture',
  change: 'Change picture',
  hint: 'PNG, JPEG or WebP, up to {limit} MB. Cropped to a square. People on your boards see it.',
  preview: 'The picture that you chose',
  present: 'Your picture',
  remove: 'Remove picture',
  sending: 'Uploading your picture',
  tryAgain: 'Try again',
  saved: 'Your picture is saved.',
  removed: 'Your picture is removed.',
  unread: 'Your picture could not be loaded. You can still choose another one.',
  tooLarge: 'This file has {size} MB, which is too much. Choose a picture of up to {limit} MB, or make this one smaller.',
  tooLargeThere: 'The server takes pictures of up to {limit} MB. Choose another one, or make this one smaller.',
  drawing: 'This is an SVG file, which can contain a program. Choose a PNG, JPEG or WebP picture.',
  type: 'This is not a PNG, JPEG or WebP picture. Choose one of these kinds.',
  broken: 'This picture cannot be shown: the file seems to be damaged. Choose another one.',
  offline: 'There is no connection to the server. Check your connection, then try again.',
  refused: 'The site did not accept this from you. Reload the page, log in again if you are asked to, then try again.',
  serverError: 'The server is having problems right now. Try again in a moment.',
}, 'account.picture');
