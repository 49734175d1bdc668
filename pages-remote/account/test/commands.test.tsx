import { renderPage } from '@atrium/page-kit/testing';
import account from '../src/module.ts';

test.each([
  ['account', '/account'],
  ['security', '/account/security'],
  ['changePassword', '/update-password'],
])('the command %s opens %s', async (command, path) => {
  const page = await renderPage(account, { at: '/account/email' });
  await page.commands.run(command);
  await page.waitForPath(path);
});
