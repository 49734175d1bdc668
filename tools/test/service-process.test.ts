import { expect, test } from '@jest/globals';
import { ServiceProcess } from '../start/service-process.ts';
import { StartError } from '../start/start-error.ts';

function startBackend(): ServiceProcess {
  return new ServiceProcess('The embedded backend', 'local-supabase/bin/local-supabase.mjs', ['start', '--memory', '--port', '0', '--inbox-port', '0'], process.env);
}

test('reports the name of a service that dies, and how it ended', async () => {
  const service = startBackend();
  await service.ready;
  const until = service.untilStopped();
  await service.kill();
  await expect(until).rejects.toEqual(new StartError('The embedded backend ended with SIGKILL, so the site stopped. Start it again.'));
});

test('does not report a service that was stopped', async () => {
  const service = startBackend();
  await service.ready;
  const until = service.untilStopped();
  await service.stop();
  await expect(until).resolves.toBeUndefined();
});
