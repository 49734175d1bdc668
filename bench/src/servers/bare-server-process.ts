import { createServer } from 'node:http';
import * as v from 'valibot';
import { answersSchema } from './bare-server.ts';

// The process of startBareServer, which sends it the responses.
process.once('message', (message) => {
  const answers = v.parse(answersSchema, message);
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (answer) response.writeHead(200, answer.headers).end(answer.body);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.once('disconnect', () => process.exit());
