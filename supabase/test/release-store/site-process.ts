import { createHash } from 'node:crypto';
import path from 'node:path';
import * as v from 'valibot';
import { ServiceProcess } from '../../../tools/start/service-process.ts';

const readySchema = v.object({ url: v.string() });

/** A file in a document, with the integrity that the browser checks. */
const FILE_IN_DOCUMENT = /(?:src|href)="(\/releases\/[^"]+)"[^>]*integrity="([^"]+)"/g;

/** The server's settings for its releases. The tests do not use its sign-in project. */
type SiteEnvironment = Readonly<Record<'RELEASES_SUPABASE_URL' | 'RELEASES_SUPABASE_KEY' | 'RELEASES_CACHE', string>>;

/** A page load failed. */
class FailedLoad extends Error {
  override readonly name = 'FailedLoad';
}

/** A server of the site in its own process. */
export class SiteProcess {
  readonly #service: ServiceProcess;
  readonly url: string;
  /** Whether it was killed. A load balancer stops sending requests to it. */
  gone = false;

  private constructor(service: ServiceProcess, url: string) {
    this.#service = service;
    this.url = url;
  }

  static async start(environment: SiteEnvironment): Promise<SiteProcess> {
    const service = new ServiceProcess('A server of the site', 'credentials-server/src/command.ts', [], {
      PATH: process.env['PATH'],
      PORT: '0',
      SUPABASE_URL: 'http://127.0.0.1:54321',
      SUPABASE_KEY: 'sb_publishable_test',
      ...environment,
    });
    return new SiteProcess(service, v.parse(readySchema, await service.ready).url);
  }

  stop(): Promise<void> {
    return this.#service.stop();
  }

  /** Kills the server. */
  async kill(): Promise<void> {
    this.gone = true;
    await this.#service.kill();
  }

  /** Loads a page with all files in its document. @throws FailedLoad */
  async load(): Promise<void> {
    const document = await this.#get('/');
    const files = [...document.toString('utf8').matchAll(FILE_IN_DOCUMENT)];
    if (files.length < 3) throw new FailedLoad(`the document has only ${files.length} files`);
    for (const [, address = '', integrity = ''] of files) {
      const sum = `sha384-${createHash('sha384').update(await this.#get(address)).digest('base64')}`;
      if (sum !== integrity) throw new FailedLoad(`${address} does not match its integrity`);
    }
  }

  /** The listing of live releases that tabs get. */
  async listing(): Promise<string> {
    return (await this.#get('/__atrium/registry')).toString('utf8');
  }

  async #get(address: string): Promise<Buffer> {
    const answer = await fetch(`${this.url}${address}`);
    const body = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) throw new FailedLoad(`${path.posix.basename(address)} has status ${answer.status}`);
    return body;
  }
}
