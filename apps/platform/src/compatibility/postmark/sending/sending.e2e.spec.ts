import { Errors, type Models, type ServerClient } from 'postmark';
import { beforeAll, describe, expect, it } from 'vitest';
import { tenantWithoutCalls, tenantWithoutQuota } from '../../../../../../test/support/limited-tenants.js';
import { platformStack, type TestTenant } from '../../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../../test/support/use-stack.js';
import { emailOf, failure, postmarkFor, postmarkOf } from '../postmark.fixture.js';

/** The vendor's own package, with another address and a key of ours. */
const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());

const clientOf = (secret: string) => postmarkOf(stack, secret);
const clientFor = (tenant: TestTenant, ...scopes: 'emails:read'[]) => postmarkFor(stack, tenant, ...scopes);
let postmark: ServerClient;

beforeAll(async () => {
  postmark = await clientFor(acme);
});

const email = (changes: Partial<Models.Message> = {}) => emailOf(acme, changes);

const mailOf = (id: string) => stack.mail.waitFor(({ source }) => source.includes(id));

describe('sendEmail', () => {
  it('sends an e-mail with all that clients know', async () => {
    const message = email({
      From: `"Acme, Inc." <${acme.source}>`,
      To: '"Doe, Jane" <jane@example.test>, rui@example.test',
      Cc: 'cara@example.test',
      Bcc: 'dan@example.test',
      ReplyTo: 'help@example.test, desk@example.test',
      HtmlBody: '<p>Hello <img src="cid:logo"></p>',
      Tag: 'welcome',
      Metadata: { order: '4711' },
      Headers: [{ Name: 'X-Order', Value: '4711' }],
      TrackOpens: false,
      Attachments: [
        { Name: 'logo.png', Content: 'iVBORw0KGgo=', ContentType: 'image/png', ContentID: 'cid:logo' },
        {
          Name: 'a.txt',
          Content: Buffer.from('attached').toString('base64'),
          ContentType: 'text/plain',
          ContentID: null,
        },
      ],
      MessageStream: 'outbound',
    });
    const sent = await postmark.sendEmail(message);
    expect(sent).toMatchObject({ To: message.To, Cc: message.Cc, Bcc: message.Bcc, ErrorCode: 0, Message: 'OK' });
    expect(Date.now() - Date.parse(sent.SubmittedAt)).toBeLessThan(60_000);
    const { source } = await mailOf(sent.MessageID);
    for (const part of ['X-Order: 4711', 'Content-ID: <logo>', 'filename=a.txt', '"Doe, Jane" <jane@example.test>'])
      expect(source).toContain(part);
    expect(source).toContain('Reply-To: help@example.test, desk@example.test');
    expect(source).not.toContain('dan@example.test');

    const details = await postmark.getOutboundMessageDetails(sent.MessageID);
    expect(details).toMatchObject({
      MessageID: sent.MessageID,
      Tag: 'welcome',
      Metadata: { order: '4711' },
      To: [
        { Email: 'jane@example.test', Name: 'Doe, Jane' },
        { Email: 'rui@example.test', Name: '' },
      ],
      Cc: [{ Email: 'cara@example.test', Name: '' }],
      Bcc: [{ Email: 'dan@example.test', Name: '' }],
      Recipients: ['jane@example.test', 'rui@example.test', 'cara@example.test', 'dan@example.test'],
      Attachments: ['logo.png', 'a.txt'],
      Subject: 'Hello',
      TextBody: 'Hello, Ana.',
      MessageStream: 'outbound',
      Sandboxed: true,
      TrackOpens: false,
    });
  });

  it('takes the stream as a topic', async () => {
    const session = await acme.session();
    await session.post('/api/topics', { Name: 'News', Slug: 'news' });
    const { MessageID } = await postmark.sendEmail(email({ MessageStream: 'news' }));
    expect((await postmark.getOutboundMessageDetails(MessageID)).MessageStream).toMatch(/^top_/);
    const unknown = await failure(postmark.sendEmail(email({ MessageStream: 'nothing' })));
    expect(unknown).toMatchObject({ code: 1_235, statusCode: 422 });
  });
});

describe('sendEmailWithTemplate', () => {
  let id: string;
  beforeAll(async () => {
    const template = { Name: 'receipt', Channel: 'email', Subject: 'Order {{ order }}', Text: 'To {{ name }}.' };
    id = (await (await acme.session()).post('/api/templates', template)).body.Template.Id as string;
  });
  const templated = (changes: object): Models.TemplatedMessage => ({
    From: acme.source,
    To: 'ana@example.test',
    TemplateModel: { order: 4711, name: 'Ana' },
    ...changes,
  });

  it('fills in a template by its alias, a number too, and takes an alias before a name', async () => {
    const member = await acme.session();
    const other = { Name: '4711', Alias: 'by-alias', Channel: 'email', Subject: 'By alias', Text: 'x' };
    await member.post('/api/templates', other);
    const mail = async (changes: object) =>
      (await mailOf((await postmark.sendEmailWithTemplate(templated(changes))).MessageID)).source;
    expect(await mail({ TemplateAlias: 'by-alias' })).toContain('Subject: By alias');
    expect(await mail({ TemplateId: 4711 })).toContain('Subject: By alias');
    await member.patch(`/api/templates/${id}`, { Alias: '4711' });
    expect(await mail({ TemplateId: 4711 })).toContain('Subject: Order 4711');
  });

  it('fills in a template by its name or its id', async () => {
    for (const name of ['receipt', id]) {
      const { MessageID } = await postmark.sendEmailWithTemplate(templated({ TemplateAlias: name }));
      expect((await mailOf(MessageID)).source).toContain('Subject: Order 4711');
    }
    const unknown = await failure(postmark.sendEmailWithTemplate(templated({ TemplateId: 12 })));
    expect(unknown).toMatchObject({ code: 1_101, statusCode: 422 });
    const lacking = await failure(
      postmark.sendEmailWithTemplate(templated({ TemplateAlias: 'receipt', TemplateModel: { order: 1 } })),
    );
    expect(lacking).toMatchObject({ code: 1_109 });
    expect(lacking.message).toContain('TemplateModel.name');
  });

  it('fills in those of a batch', async () => {
    const answers = await postmark.sendEmailBatchWithTemplates([
      templated({ TemplateAlias: 'receipt' }),
      templated({ TemplateAlias: 'unknown' }),
      templated({}),
    ]);
    expect(answers.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 1_101, 300]);
    expect((await mailOf(answers[0]!.MessageID)).source).toContain('Subject: Order 4711');
  });
});

describe('an inactive recipient', () => {
  it('is named by the error that the client knows', async () => {
    await (await acme.session()).post('/api/suppressions', { Address: 'left@example.test' });
    const inactive = await failure(postmark.sendEmail(email({ To: 'ana@example.test, left@example.test' })));
    expect(inactive).toBeInstanceOf(Errors.InactiveRecipientsError);
    expect(inactive).toMatchObject({ recipients: ['left@example.test'] });
  });
});

describe('sendEmailBatch', () => {
  it('judges each message by itself, in order', async () => {
    await (await acme.session()).post('/api/suppressions', { Address: 'gone@example.test' });
    const answers = await postmark.sendEmailBatch([
      email({ Subject: 'One' }),
      email({ To: 'nobody' }),
      email({ To: 'gone@example.test' }),
      email({ Subject: 'Two' }),
      'no message' as unknown as Models.Message,
    ]);
    expect(answers.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 300, 406, 0, 403]);
    expect(answers[1]!.Message).toContain('To[0] must be an e-mail address');
    expect((await mailOf(answers[3]!.MessageID)).source).toContain('Subject: Two');
  });
});

describe('errors', () => {
  it('have the form that the client knows', async () => {
    const unverified = email({ From: 'x@elsewhere.example.com' });
    const readOnly = await clientFor(acme, 'emails:read');
    const cases = [
      [() => clientOf('unknown').sendEmail(email()), 401, 10],
      [() => readOnly.sendEmail(email()), 401, 10],
      [() => postmark.sendEmail(email({ To: 'nobody' })), 422, 300],
      [() => postmark.sendEmail(email({ From: undefined })), 422, 300],
      [() => postmark.sendEmail(unverified), 422, 400],
      [() => postmark.sendEmail(email({ TextBody: 'x'.repeat(2_200_000) })), 413, 300],
      [() => postmark.getOutboundMessageDetails('msg_0000000000000000'), 422, 701],
      [() => postmark.getBounce(1), 422, 407],
      [async () => (await clientFor(await tenantWithoutQuota(stack))).sendEmail(email()), 422, 405],
      [async () => (await clientFor(await tenantWithoutCalls(stack))).sendEmail(email()), 429, 429],
    ] as const;
    for (const [call, statusCode, code] of cases) expect(await failure(call())).toMatchObject({ statusCode, code });
  });

  it('are those of the dialect without a credential and with a wrong method, too', async () => {
    const { anonymous } = stack;
    const form = { ErrorCode: expect.any(Number), Message: expect.any(String) };
    const missing = await anonymous.post('/email', email());
    expect([missing.status, missing.body]).toEqual([401, { ...form, ErrorCode: 10 }]);
    const bearer = await (await acme.key()).post('/email', email());
    expect([bearer.status, bearer.body.ErrorCode]).toEqual([401, 10]);
    const method = await anonymous.put('/email', {});
    // 405 as an ErrorCode says that the quota is used up.
    expect([method.status, method.body]).toEqual([405, { ...form, ErrorCode: 300 }]);
    const token = { 'x-postmark-server-token': (await acme.createKey()).secret };
    expect((await anonymous.get('/v1/emails', token)).body.Error.Code).toBe('AuthorizationError');
  });
});
