import { defineMessages } from '@atrium/page-kit/messages';

export const deleteText = defineMessages({
  title: 'Delete your account',
  introduction: 'This deletes for good what belongs to {email}:',
  goesProfile: 'your name, your picture, your email, your password and your second factors;',
  goesBoards: 'every board that only you use, with its notes and files.',
  stays: 'What you wrote on boards of other people stays there, without your name.',
  sharedTitle: 'Boards that others use with you',
  sharedAdvice: 'They are not deleted. Each passes to the member who joined first:',
  passesOn: '“{board}” passes to {name}.',
  namelessMember: 'a member without a name',
  sharedUnread:
    'Boards that others use with you are not deleted, but pass to the member who joined first. Which boards these are could not be read now.',
  password: 'Your password',
  understood: 'I understand that this cannot be undone.',
  notUnderstood: 'Tick this if you want to go on.',
  submit: 'Delete my account',
  keep: 'Keep my account',
  wrongPassword: 'This is not your password. Check it for typing mistakes, then try again.',
  noPassword: 'You log in without a password. Set one on the page “Security”, then come back and confirm with it.',
  unfinished: 'Your account is not deleted completely yet. Try again in a moment: it goes on from where it stopped.',
  notOffered: 'This site cannot delete accounts at the moment. Ask the people who run it.',
  lost: 'No answer came from the server. Check your connection, then try again: that is safe, even if your account is deleted by now.',
  deletedTitle: 'Your account is deleted',
  deletedAdvice: 'What belonged to you is gone, and you are logged out everywhere. Thank you for having been here.',
  toStart: 'To the start page',
  createAccount: 'Create a new account',
}, 'account.delete');
