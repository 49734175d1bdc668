import { expect, test } from '@jest/globals';
import { ServiceProcess } from '../start/service-process.ts';
import { StartError } from '../start/start-error.ts';

function startService(): ServiceProcess {
  return new ServiceProcess('The small service', 'tools/test/small-service.ts', [], process.env);
}

test('reports the name of a service that dies, and how it ended', async () => {
  const service = startService();
  await service.ready;
  const until = service.untilStopped();
  await service.kill();
  await expect(until).rejects.toEqual(new StartError('The small service ended with SIGKILL, so the site stopped. Start it again.'));
});

test('a message to a service that ends before it replies fails with the name of the service', async () => {
  const service = startService();
  await service.ready;
  const reply = service.ask({ type: 'migrate' });
  await service.kill();
  await expect(reply).rejects.toEqual(new StartError('The small service ended with SIGKILL before it replied.'));
});

test('does not report a service that was stopped', async () => {
  const service = startService();
  await service.ready;
  const until = service.untilStopped();
  await service.stop();
  await expect(until).resolves.toBeUndefined();
});
