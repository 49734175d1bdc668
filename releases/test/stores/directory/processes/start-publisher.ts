import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import * as v from 'valibot';
import { newFolder } from '../../../support/builds.ts';

/** Bundles the publisher once, so that many processes start quickly. Returns its file. */
export async function bundledPublisher(): Promise<string> {
  const outfile = join(await newFolder(), 'publisher.mjs');
  const entry = join(import.meta.dirname, 'publisher.ts');
  // semver is CommonJS and asks for Node's own modules with require.
  const js = "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', banner: { js } });
  return outfile;
}

const reportSchema = v.object({ outcome: v.picklist(['live', 'refused']), steps: v.number() });

/** A process's report about its publish; null if it was killed before the end. */
type Report = v.InferOutput<typeof reportSchema> | null;

/** A started process that waits for the command to publish. */
export interface Publisher {
  /** Makes it publish and waits for its end. @throws Error with its output if it failed */
  publish(): Promise<Report>;
}

/** Starts a process that publishes a build. With `fatalStep`, it kills itself before that step. */
export async function startPublisher(program: string, store: string, buildFolder: string, fatalStep?: number): Promise<Publisher> {
  const args = [program, store, buildFolder, ...(fatalStep === undefined ? [] : [String(fatalStep)])];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ready = await lines.next();
  if (ready.value !== 'ready') throw new Error(`The publisher did not start: ${await endOf(child)}`);
  return {
    async publish() {
      const ended = endOf(child);
      child.stdin.write('go\n');
      const line = await lines.next();
      const failure = await ended;
      if (line.done !== true) return v.parse(reportSchema, JSON.parse(line.value));
      if (child.signalCode === 'SIGKILL') return null;
      throw new Error(`The publisher failed: ${failure}`);
    },
  };
}

async function endOf(child: ChildProcess): Promise<string> {
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  await once(child, 'close');
  return errors;
}
