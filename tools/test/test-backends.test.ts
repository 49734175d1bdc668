import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

test('a malformed order to the process that starts backends is refused at once', async () => {
  const response = await new Promise<string>((resolve, reject) => {
    const sent = request({ socketPath: process.env['ATRIUM_TEST_BACKENDS'], method: 'POST', agent: false }, (incoming) => void text(incoming).then(resolve, reject));
    sent.once('error', reject);
    sent.end('{"type":"restart"}');
  });
  expect(JSON.parse(response)).toEqual({ type: 'refused', id: '', message: expect.stringContaining('"restart"') });
});
