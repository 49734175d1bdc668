// The program of a function process. It is bundled into one file, so that it starts in about 50 ms.
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { createDeno } from './deno.ts';
import { enforceLimits } from './enforce-limits.ts';
import { FunctionServer } from './function-server.ts';
import type { Handler } from './function-server.ts';
import { bootMessageSchema, retireMessageSchema } from './messages.ts';

const handlerSchema = v.object({ default: v.object({ fetch: v.custom<Handler>((value) => typeof value === 'function') }) });

// The parent process has ended.
process.once('disconnect', () => process.exit());
process.once('message', (message) => {
  void boot(v.parse(bootMessageSchema, message));
});

async function boot({ bundle, socket, environment, memoryLimit, cpuLimit }: v.InferOutput<typeof bootMessageSchema>): Promise<void> {
  enforceLimits(memoryLimit, cpuLimit);
  const tasks = new BackgroundTasks();
  const server = new FunctionServer();
  const events = new EventTarget();
  Object.assign(globalThis, {
    Deno: createDeno(environment, server),
    EdgeRuntime: { waitUntil: tasks.add },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    // Built in since Node 22.
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

/** The tasks that a function continues after its response (`EdgeRuntime.waitUntil`). */
class BackgroundTasks {
  /**
   * While the process accepts calls, no handler is attached to a task: Node would consider its rejection handled, or report a derived
   * promise as unhandled. The references are weak, so that finished tasks can be collected. Whatever a task waits for keeps it alive.
   */
  readonly #tasks = new Set<WeakRef<Promise<unknown>>>();
  readonly #forgotten = new FinalizationRegistry<WeakRef<Promise<unknown>>>((task) => this.#tasks.delete(task));

  /** Adds a task and returns it. Like any rejection, an unhandled failure ends the process. */
  readonly add = <T>(task: Promise<T>): Promise<T> => {
    const held = new WeakRef(task);
    this.#tasks.add(held);
    this.#forgotten.register(task, held);
    return task;
  };

  /** Resolves when all tasks have settled. Prints failures from now on. */
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
      // Tasks that have already failed call their handlers before this microtask, so they are not printed.
      queueMicrotask(() => (isOver = false));
      await Promise.all(ended);
    }
  }
}
