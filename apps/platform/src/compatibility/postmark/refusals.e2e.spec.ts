import { beforeAll, describe, expect, it } from 'vitest';
import { platformStack, type TestTenant } from '../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));

let acme: TestTenant;
let client: typeof stack.anonymous;

beforeAll(async () => {
  acme = await stack.createTenant();
  client = stack.anonymous.with({ 'x-postmark-server-token': (await acme.createKey()).secret });
});

const email = (changes: object = {}): object => ({
  From: acme.source,
  To: 'ana@example.test',
  Subject: 'Hello',
  TextBody: 'Hello.',
  ...changes,
});

describe('what Postmark refuses', () => {
  it.each([
    [{ To: '' }, 300, 'To is missing'],
    [{ TextBody: undefined }, 300, 'HtmlBody or TextBody is missing'],
    [{ TrackLinks: 'Some' }, 300, 'TrackLinks must be one of None, HtmlOnly, HtmlAndText, TextOnly'],
    [{ MessageStream: 'unknown' }, 1_235, 'MessageStream is no stream of this server'],
    [
      { Attachments: [{ Name: 'a.txt', ContentType: 'text/plain', Content: '!' }] },
      300,
      expect.stringMatching(/^Attachments\[0\]\.Content must be base64/),
    ],
  ])('%j', async (changes, ErrorCode, Message) => {
    expect(await client.post('/email', email(changes))).toMatchObject({ status: 422, body: { ErrorCode, Message } });
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'is a field %s that cannot be stored, by its name',
    async (name) => {
      const json = { 'content-type': 'application/json' };
      const { status } = await client.send('POST', '/email', `{"From":"a","${name}":"\\u0000"}`, json);
      expect(status).toBe(422);
    },
  );

  it('has its number for each', async () => {
    expect((await client.post('/email/batch', Array(501).fill(email()))).body.ErrorCode).toBe(410);
    expect((await client.post('/email', [])).body.ErrorCode).toBe(403);
    expect((await client.post('/email/batch', {})).body).toEqual({
      ErrorCode: 403,
      Message: 'The body must be a list of messages',
    });
    expect((await client.post('/email/batchWithTemplates', {})).body).toEqual({
      ErrorCode: 403,
      Message: 'Messages must be a list of messages',
    });
    const text = { 'content-type': 'text/plain' };
    expect(JSON.parse((await client.send('POST', '/email', 'a=b', text)).text).ErrorCode).toBe(409);
  });

  it('names a template by the fields that do', async () => {
    const { body } = await client.post('/email/withTemplate', email({ TemplateAlias: 'unknown', TemplateModel: {} }));
    expect(body).toEqual({ ErrorCode: 1_101, Message: 'TemplateId or TemplateAlias does not exist' });
    expect((await client.post('/email/withTemplate', email())).body.Message).toBe(
      'TemplateId or TemplateAlias is missing',
    );
    const lacking = { Name: 'Lacking', Alias: 'lacking', Subject: 'a', HtmlBody: '{{ a }}' };
    await client.post('/templates', lacking);
    const sent = await client.post('/email/withTemplate', email({ TemplateAlias: 'lacking', TemplateModel: {} }));
    expect(sent.body).toEqual({ ErrorCode: 1_109, Message: 'TemplateModel.a is used by HtmlBody and missing' });
    expect((await client.post('/templates', { Name: 'Empty', Subject: 'a' })).body.Message).toBe(
      'HtmlBody or TextBody is missing',
    );
    expect((await client.put('/templates/lacking', {})).body.Message).toBe(
      'Give at least one of Name, Alias, Subject, HtmlBody and TextBody',
    );
  });

  it('names what a query asks for as the query does', async () => {
    const messageOf = async (path: string) => (await client.get(path)).body.Message;
    expect(await messageOf('/templates?Count=1&TemplateType=Some')).toMatch(/^TemplateType must be one of/);
    expect(await messageOf('/stats/outbound/sends?fromdate=2026-02-01&todate=2026-01-01')).toBe(
      'fromdate must be earlier than todate',
    );
    expect(await messageOf('/bounces?count=1&offset=0&inactive=true')).toMatch(/^inactive cannot be asked/);
  });
});
