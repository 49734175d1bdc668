import * as v from 'valibot';

const mailSchema = v.strictObject({ from: v.string(), to: v.tuple([v.string()]), subject: v.string(), html: v.string(), text: v.string() });

/** A mail that the service received. */
type SentMail = v.InferOutput<typeof mailSchema>;

/** A request to the mail service. */
interface Batch {
  readonly url: string;
  readonly headers: Headers;
  readonly mails: readonly SentMail[];
}

/** Replaces the mail service and records the mails. */
export class FakeMailService {
  readonly batches: Batch[] = [];
  /** Creates its responses. */
  answer: () => Promise<Response> = () => Promise.resolve(Response.json({ data: [] }));

  readonly fetch: typeof fetch = (input, init) => {
    const request = new Request(input, init);
    return request.text().then((body) => {
      this.batches.push({ url: request.url, headers: request.headers, mails: v.parse(v.array(mailSchema), JSON.parse(body)) });
      return this.answer();
    });
  };

  /** All mails up to now. */
  get mails(): SentMail[] {
    return this.batches.flatMap(({ mails }) => mails);
  }
}

/** The addresses of the links in an HTML part. */
export function linksOf(html: string): URL[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => new URL(address.replaceAll('&amp;', '&')));
}
