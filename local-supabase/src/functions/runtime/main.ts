// The program of a function's process. It is bundled into one file, so that a process starts in some 50 ms.
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { BackgroundTasks } from './background-tasks.ts';
import { createDeno } from './deno.ts';
import type { Handler } from './function-server.ts';
import { FunctionServer } from './function-server.ts';
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
