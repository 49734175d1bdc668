import { expect } from '@playwright/test';
import * as v from 'valibot';

const messagesSchema = v.object({
  messages: v.array(v.object({ links: v.array(v.string()), subject: v.string() })),
});

/** The mails to an address, newest first, as far as they have arrived. */
export async function mailsTo(inboxUrl: string, email: string): Promise<v.InferOutput<typeof messagesSchema>['messages']> {
  const answer = await fetch(`${inboxUrl}/api/messages?to=${encodeURIComponent(email)}`);
  return v.parse(messagesSchema, await answer.json()).messages;
}

/** The link in the newest mail to an address; waits for the mail. */
export async function newestLink(inboxUrl: string, email: string): Promise<string> {
  await expect.poll(() => mailsTo(inboxUrl, email), { timeout: 15_000 }).not.toEqual([]);
  const [newest] = await mailsTo(inboxUrl, email);
  const link = newest?.links[0];
  if (link === undefined) throw new Error(`The newest mail to ${email} has no link in it.`);
  return link;
}
