import { expect } from '@playwright/test';
import * as v from 'valibot';

const messagesSchema = v.object({
  messages: v.array(v.object({ links: v.array(v.string()), codes: v.array(v.string()), subject: v.string() })),
});

/** The mails to an email address or the text messages to a number, newest first. */
export async function messagesTo(inboxUrl: string, recipient: string): Promise<v.InferOutput<typeof messagesSchema>['messages']> {
  const answer = await fetch(`${inboxUrl}/api/messages?to=${encodeURIComponent(recipient)}`);
  return v.parse(messagesSchema, await answer.json()).messages;
}

/** The link in the newest mail to an email address. Waits for the first mail. */
export async function newestLink(inboxUrl: string, email: string): Promise<string> {
  await expect.poll(() => messagesTo(inboxUrl, email), { timeout: 15_000 }).not.toEqual([]);
  const [newest] = await messagesTo(inboxUrl, email);
  const link = newest?.links[0];
  if (link === undefined) throw new Error(`The newest mail to ${email} contains no link.`);
  return link;
}

/** The code in the newest message to a number or an email address. Waits for the first message. */
export async function newestCode(inboxUrl: string, recipient: string): Promise<string> {
  await expect.poll(() => messagesTo(inboxUrl, recipient), { timeout: 15_000 }).not.toEqual([]);
  const [newest] = await messagesTo(inboxUrl, recipient);
  const code = newest?.codes[0];
  if (code === undefined) throw new Error(`The newest message to ${recipient} contains no code.`);
  return code;
}
