import { createHash } from 'node:crypto';
import path from 'node:path';
import * as v from 'valibot';
import { ServiceProcess } from '../../../tools/start/service-process.ts';

const readySchema = v.object({ url: v.string() });

/** What a document names, with the hash that the browser asks for. */
const namedFile = /(?:src|href)="(\/releases\/[^"]+)"[^>]*integrity="([^"]+)"/g;

/** The settings of a server of the site besides its project for sign-in, which nobody asks here. */
export type SiteEnvironment = Readonly<Record<'RELEASES_SUPABASE_URL' | 'RELEASES_SUPABASE_KEY' | 'RELEASES_CACHE', string>>;

/** A load of a page that did not work out. */
export class FailedLoad extends Error {
  override readonly name = 'FailedLoad';
}

/** One server of the site, as a process of its own. */
export class SiteProcess {
  readonly #service: ServiceProcess;
  readonly url: string;
  /** Whether it was killed: a balancer sends nobody there then. */
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

  /** Ends it as a power cut does. */
  async kill(): Promise<void> {
    this.gone = true;
    await this.#service.kill();
  }

  /** Loads a page with every file that its document names. @throws FailedLoad */
  async load(): Promise<void> {
    const document = await this.#get('/');
    const files = [...document.toString('utf8').matchAll(namedFile)];
    if (files.length < 3) throw new FailedLoad(`a document names ${files.length} files only`);
    for (const [, address = '', integrity = ''] of files) {
      const sum = `sha384-${createHash('sha384').update(await this.#get(address)).digest('base64')}`;
      if (sum !== integrity) throw new FailedLoad(`${address} has other content than its document says`);
    }
  }

  /** What is live, as tabs are told. */
  async listing(): Promise<string> {
    return (await this.#get('/__atrium/registry')).toString('utf8');
  }

  async #get(address: string): Promise<Buffer> {
    const answer = await fetch(`${this.url}${address}`);
    const body = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) throw new FailedLoad(`${path.posix.basename(address)} came with status ${answer.status}`);
    return body;
  }
}
