// The program of a function's process. It is bundled into one file, so that a process starts in some 50 ms.
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { createDeno } from './deno.ts';
import { FunctionServer } from './function-server.ts';
import type { Handler } from './function-server.ts';
import { keepLimits } from './keep-limits.ts';
import { bootMessageSchema, retireMessageSchema } from './messages.ts';

const handlerSchema = v.object({ default: v.object({ fetch: v.custom<Handler>((value) => typeof value === 'function') }) });

// Whoever started this process is gone.
process.once('disconnect', () => process.exit());
process.once('message', (message) => {
  void boot(v.parse(bootMessageSchema, message));
});

async function boot({ bundle, socket, environment, memoryLimit, cpuLimit }: v.InferOutput<typeof bootMessageSchema>): Promise<void> {
  keepLimits(memoryLimit, cpuLimit);
  const tasks = new BackgroundTasks();
  const server = new FunctionServer();
  const events = new EventTarget();
  Object.assign(globalThis, {
    Deno: createDeno(environment, server),
    EdgeRuntime: { waitUntil: tasks.add },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    // Node has one since version 22.
    ...('WebSocket' in globalThis ? {} : { WebSocket }),
  });
  process.on('message', (message) => {
    if (!v.is(retireMessageSchema, message)) return;
    events.dispatchEvent(new CustomEvent('beforeunload', { detail: { reason: 'wall_clock' } }));
    void Promise.all([server.idle(), tasks.done()]).then(() => process.exit());
  });

  const module: unknown = await import(pathToFileURL(bundle).href);
  const exported = v.safeParse(handlerSchema, module);
  if (exported.success && !server.hasHandler) server.serve((request, info) => exported.output.default.fetch(request, info));
  await server.listen(socket);
  process.send?.({ type: 'ready' });
}

/** What a function goes on with after its answer (`EdgeRuntime.waitUntil`). */
class BackgroundTasks {
  /**
   * Nobody listens to a task while calls are taken: Node would take its failure for handled, or that of a promise made from it for
   * one that nobody handles. So that they do not pile up, they are held weakly: one that can still go on is held by what it waits for.
   */
  readonly #tasks = new Set<WeakRef<Promise<unknown>>>();
  readonly #forgotten = new FinalizationRegistry<WeakRef<Promise<unknown>>>((task) => this.#tasks.delete(task));

  /** Takes a task, and gives it back. One that fails ends the process unless its failure is handled, as every rejection does. */
  readonly add = <T>(task: Promise<T>): Promise<T> => {
    const held = new WeakRef(task);
    this.#tasks.add(held);
    this.#forgotten.register(task, held);
    return task;
  };

  /** Resolves when no task runs, however they ended. What fails from now on is printed. */
  async done(): Promise<void> {
    while (this.#tasks.size > 0) {
      const tasks = [...this.#tasks].flatMap((task) => task.deref() ?? []);
      this.#tasks.clear();
      let isOver = true;
      const ended = tasks.map((task) =>
        task.catch((error: unknown) => {
          if (!isOver) console.error(error);
        }),
      );
      // Those that had ended already are told of before this.
      queueMicrotask(() => (isOver = false));
      await Promise.all(ended);
    }
  }
}
