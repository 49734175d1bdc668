import { afterEach, expect, jest, test } from '@jest/globals';
import { renderMail } from '../../functions/send-email/render-mail.ts';
import { sendEmailHook } from '../../functions/send-email/send-email-hook.ts';
import { TemplateError } from '../../functions/send-email/template-actions.ts';
import { mailTemplates } from '../../functions/send-email/mail-templates.ts';
import { FakeMailService } from './fake-mail-service.ts';
import { ENVIRONMENT, signedRequest } from './signed-request.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const VALUES = { A: '{{ .B }}', B: 'b & b', None: '' };

test.each([
  ['{{ .A }}', '{{ .B }}'],
  ['{{ .A | urlquery }}{{.B|urlquery}}', '%7B%7B%20.B%20%7D%7Db%20%26%20b'],
  ['{{if .None}}x{{else if eq .B "b & b"}}y{{if .A}}z{{end}}{{else}}-{{end}}!', 'yz!'],
  ['{{ if eq .None "" }}nothing{{ end }}{{ if eq .None "x" }}x{{ end }}', 'nothing'],
  ['{{ if eq .A .B }}x{{ else if eq .B .B }}y{{ end }}', 'y'],
  ['{{ if .A }}{{ if .None }}x{{ else }}y{{ end }}{{ else }}z{{ end }}', 'y'],
])('%s becomes %s', (template, expected) => {
  const { subject, html, text } = renderMail({ subject: template, html: `<p>${template}</p>` }, VALUES);
  expect([subject, html, text]).toEqual([expected, `<p>${expected}</p>`, `${expected}\n`]);
});

test.each([
  ['{{ range .A }}x{{ end }}', '{{ range .A }} is not known here'],
  ['{{ .A | html }}', '{{ .A | html }} is not known here'],
  ['{{ .A', '{{ .A has no }}'],
  ['{{ if .A }}x', '{{ if .A }} is never closed'],
  ['{{ end }}', '{{ end }} has no if before it'],
  ['{{ .Other }}', 'No mail knows {{ .Other }}.'],
  ['{{ if eq .A other }}x{{ end }}', '{{ if eq .A other }} is not known here'],
  ['{{ if eq .A .Other }}x{{ end }}', 'No mail knows {{ .Other }}.'],
  ['{{ if eq .Other "x" }}y{{ end }}', 'No mail knows {{ .Other }}.'],
])('%s is refused with an error that quotes it, also in a subject', (template, message) => {
  for (const part of [{ subject: template, html: '' }, { subject: '', html: template }]) {
    expect(() => renderMail(part, VALUES)).toThrow(TemplateError);
    expect(() => renderMail(part, VALUES)).toThrow(message);
  }
});

test('a wrong template is named in the log, without any address', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const recovery: { html: string } = mailTemplates.recovery;
  jest.replaceProperty(recovery, 'html', '<p>{{ shout .Email }}</p>');
  const service = new FakeMailService();
  const email_data = { email_action_type: 'recovery', token: '123456', token_hash: 'abc', redirect_to: '' };
  const answer = await sendEmailHook(ENVIRONMENT, service)(signedRequest({ user: { email: 'ada@example.com' }, email_data }));
  expect([answer.status, await answer.json()]).toEqual([200, { error: { http_code: 500, message: 'The mail could not be sent.' } }]);
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^send-email: a template is wrong: \{\{ shout \.Email \}\} is not known here/)]]);
  expect(service.batches).toEqual([]);
});
