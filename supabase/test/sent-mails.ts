import * as v from 'valibot';

const mailSchema = v.strictObject({ from: v.string(), to: v.tuple([v.string()]), subject: v.string(), html: v.string(), text: v.string() });

/** A mail as the mail service got it. */
export type SentMail = v.InferOutput<typeof mailSchema>;

/** A request to the mail service. */
export interface Batch {
  readonly url: string;
  readonly headers: Headers;
  readonly mails: readonly SentMail[];
}

/** Stands in the place of the mail service, and keeps what it gets. */
export class FakeMailService {
  readonly batches: Batch[] = [];
  /** What it answers. */
  answer: () => Promise<Response> = () => Promise.resolve(Response.json({ data: [] }));

  readonly fetch: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    return request.text().then((body) => {
      this.batches.push({ url: request.url, headers: request.headers, mails: v.parse(v.array(mailSchema), JSON.parse(body)) });
      return this.answer();
    });
  };

  /** All mails so far. */
  get mails(): SentMail[] {
    return this.batches.flatMap(({ mails }) => mails);
  }
}

/** The addresses that the links of an HTML part lead to. */
export function linksOf(html: string): URL[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => new URL(address.replaceAll('&amp;', '&')));
}
