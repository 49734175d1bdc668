import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { applyDifference } from '../../../tools/docs/apply-difference.ts';
import { ROOT } from '../../../tools/repository/repository.ts';
import { cleanEnvironment } from '../site/clean-environment.ts';
import { freePort } from '../site/free-port.ts';
import { browse } from './browser-steps.ts';
import { Terminal, TerminalError } from './terminal.ts';
import { tutorialSteps, type PlacedStep } from './tutorial-steps.ts';

/** A step of the tutorial failed; see `cause`. */
export class TutorialFailedError extends Error {
  override readonly name = 'TutorialFailedError';

  constructor(line: number, cause: unknown) {
    super(`The tutorial fails at line ${line}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** A completed step. */
export interface DoneStep {
  readonly line: number;
  /** A short description. */
  readonly what: string;
  readonly ms: number;
}

/**
 * Follows a tutorial word for word, with an empty home folder. Three things differ from its text: the two ports, which
 * may be in use on this machine, the site's data folder, and the token, which a reader copies.
 *
 * @param tutorial name of its file in docs/tutorial
 * @param home an empty folder outside the repository
 * @throws TutorialFailedError with the line of the step that failed
 */
export async function followTutorial(tutorial: string, home: string, page: Page): Promise<readonly DoneStep[]> {
  const steps = tutorialSteps(await readFile(path.join(ROOT, 'docs/tutorial', tutorial), 'utf8'));
  const follower = await Follower.begin(home, page);
  const done: DoneStep[] = [];
  try {
    for (const step of steps) {
      const began = performance.now();
      try {
        await follower.do(step);
      } catch (cause) {
        throw new TutorialFailedError(step.line, cause);
      }
      done.push({ line: step.line, what: inWords(step), ms: performance.now() - began });
    }
  } finally {
    await follower.close();
  }
  return done;
}

function inWords(step: PlacedStep): string {
  switch (step.does) {
    case 'run':
      return step.command.trim().split('\n').map((line) => line.replace(/ --?[a-z].*/, '')).join('; ');
    case 'write':
      return `write ${step.file}`;
    case 'change':
      return `change ${step.file}`;
    case 'browse':
      return 'look at it';
  }
}

interface Terminals {
  readonly own: Terminal;
  readonly repository: Terminal;
}

class Follower {
  readonly #terminals: Terminals;
  readonly #page: Page;
  /** Free ports, by the ports of the text. */
  readonly #ports: ReadonlyMap<string, string>;
  #token: string | undefined;

  private constructor(terminals: Terminals, page: Page, ports: ReadonlyMap<string, string>) {
    this.#terminals = terminals;
    this.#page = page;
    this.#ports = ports;
  }

  static async begin(home: string, page: Page): Promise<Follower> {
    const [site, development] = [String(await freePort()), String(await freePort())];
    const environment = { ...cleanEnvironment(), ...npmSettings(), HOME: home, USERPROFILE: home, NO_COLOR: '1', FORCE_COLOR: undefined, CI: undefined };
    const memory = path.join(home, '.terminals');
    await mkdir(memory, { recursive: true });
    const ofSite = {
      PORT: site, ATRIUM_API_PORT: String(await freePort()), ATRIUM_INBOX_PORT: String(await freePort()),
      ATRIUM_DATA: path.join(home, '.site'), ATRIUM_STORE: path.join(home, '.site/releases'), SUPABASE_URL: '', SUPABASE_KEY: '',
    };
    const terminals = {
      own: new Terminal({ folder: home, environment, memory }),
      repository: new Terminal({ folder: ROOT, environment: { ...environment, ...ofSite }, memory }),
    };
    return new Follower(terminals, page, new Map([['3000', site], ['3001', development]]));
  }

  async do(step: PlacedStep): Promise<void> {
    switch (step.does) {
      case 'run':
        return this.#run(step);
      case 'write':
        return this.#write(step.file, () => step.content);
      case 'change':
        return this.#write(step.file, (text) => applyDifference(text, step.difference));
      case 'browse':
        for (const one of step.steps) await browse(this.#page, one.does === 'open' ? { ...one, address: this.#here(one.address) } : one);
    }
  }

  async close(): Promise<void> {
    await this.#terminals.own.close();
    await this.#terminals.repository.close();
  }

  async #run({ command, where, keepsRunning, prints }: Extract<PlacedStep, { does: 'run' }>): Promise<void> {
    const terminal = this.#terminals[where];
    const lines = prints.map((line) => this.#here(line));
    if (keepsRunning) {
      await terminal.start(this.#here(command), (output) => missingLine(output, lines) === null);
      return;
    }
    const output = await terminal.run(this.#here(command));
    this.#token = /atrium_[a-z2-7]{8}_[a-z2-7]{32,}/.exec(output)?.[0] ?? this.#token;
    const missing = missingLine(output, lines);
    if (missing !== null) throw new TerminalError(`${command.trim()}\ndid not print "${missing}", but:\n${output}`);
  }

  async #write(file: string, change: (text: string) => string): Promise<void> {
    const target = path.join(this.#terminals.own.folder, file);
    const before = await readFile(target, 'utf8').catch(() => '');
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, change(before));
  }

  /** Replaces the ports and the token of the text. */
  #here(text: string): string {
    const withPorts = text.replaceAll(/\b(3000|3001)\b/g, (port) => this.#ports.get(port) ?? port);
    return this.#token === undefined ? withPorts : withPorts.replaceAll('atrium_…', this.#token);
  }
}

/** The developer's npm settings. Without them, npm would download everything again because of the other home folder. */
function npmSettings(): NodeJS.ProcessEnv {
  return {
    npm_config_cache: process.env['npm_config_cache'] ?? path.join(homedir(), '.npm'),
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? path.join(homedir(), '.npmrc'),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
}

/** The first expected line that was not printed after the lines before it, or null. `…` stands for any text, and one space for any number of spaces. */
function missingLine(printed: string, expected: readonly string[]): string | null {
  const lines = printed.split('\n').map(collapseSpaces);
  let from = 0;
  for (const line of expected.map(collapseSpaces).filter((text) => text !== '' && text !== '…')) {
    const pattern = new RegExp(`^${line.split('…').map(escapePattern).join('.*')}$`);
    const at = lines.findIndex((candidate, index) => index >= from && pattern.test(candidate));
    if (at < 0) return line;
    from = at + 1;
  }
  return null;
}

function collapseSpaces(line: string): string {
  return line.trim().replaceAll(/\s+/g, ' ');
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
