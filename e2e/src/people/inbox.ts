import { expect } from '@playwright/test';
import * as v from 'valibot';

const messagesSchema = v.object({
  messages: v.array(v.object({ links: v.array(v.string()), codes: v.array(v.string()), subject: v.string() })),
});

/** The mails to an email address or the text messages to a number, newest first. */
export async function messagesTo(inboxUrl: string, recipient: string): Promise<v.InferOutput<typeof messagesSchema>['messages']> {
  const response = await fetch(`${inboxUrl}/api/messages?to=${encodeURIComponent(recipient)}`);
  return v.parse(messagesSchema, await response.json()).messages;
}

/** Links that are redeemed. Mails about changes of an account have links, too. */
const REDEEMED = /[?&]token(?:_hash)?=/;

/** The link of the newest mail with one that can be redeemed. Waits for the first such mail. */
export async function newestLink(inboxUrl: string, email: string): Promise<string> {
  let newest = '';
  const find = async () => (newest = (await messagesTo(inboxUrl, email)).flatMap(({ links }) => links[0] ?? []).find((link) => REDEEMED.test(link)) ?? '');
  await expect.poll(find, { timeout: 15_000 }).not.toBe('');
  return newest;
}

/** The code in the newest message to a number or an email address. Waits for the first message. */
export async function newestCode(inboxUrl: string, recipient: string): Promise<string> {
  await expect.poll(() => messagesTo(inboxUrl, recipient), { timeout: 15_000 }).not.toEqual([]);
  const [newest] = await messagesTo(inboxUrl, recipient);
  const code = newest?.codes[0];
  if (code === undefined) throw new Error(`The newest message to ${recipient} contains no code.`);
  return code;
}
