import { createServer } from 'node:http';
import * as v from 'valibot';
import { responsesSchema } from './bare-server.ts';

// The process of startBareServer, which sends it the responses.
process.once('message', (message) => {
  const responses = v.parse(responsesSchema, message);
  const server = createServer((request, response) => {
    const known = responses.get(request.url ?? '');
    if (known) response.writeHead(200, known.headers).end(known.body);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.once('disconnect', () => process.exit());
