import {
  DeleteSuppressedDestinationCommand,
  GetAccountCommand,
  GetSuppressedDestinationCommand,
  ListContactListsCommand,
  PutSuppressedDestinationCommand,
  SendBulkEmailCommand,
  SendEmailCommand,
  SESv2Client,
  SESv2ServiceException,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashKey, signingSecretOf } from '#libs/core/auth';
import { newId } from '#libs/core/persistence';
import { tenantWithoutCalls, tenantWithoutQuota } from '../../../../../test/support/limited-tenants.js';
import { platformStack, type TestTenant } from '../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

/** The vendor's own package, with another address and a key of ours. */
const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
let ses: SESv2Client;

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

const clientOf = (credentials: Credentials, more: object = {}) =>
  new SESv2Client({ region: 'eu-west-3', endpoint: stack.url, credentials, maxAttempts: 1, ...more });

async function credentialsFor(tenant: TestTenant, ...scopes: 'emails:read'[]) {
  const { keyId, secret, revoke } = await tenant.createKey(scopes);
  const secretAccessKey = signingSecretOf(stack.config.serviceSecret, hashKey(secret), keyId);
  return { accessKeyId: keyId, secretAccessKey, revoke };
}
const clientFor = async (tenant: TestTenant, ...scopes: 'emails:read'[]) =>
  clientOf(await credentialsFor(tenant, ...scopes));

beforeAll(async () => {
  ses = await clientFor(acme);
});

const email = (changes: Partial<SendEmailCommandInput> = {}, from = acme.source): SendEmailCommand =>
  new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: ['ana@example.test'] },
    Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello, Ana.' } } } },
    ...changes,
  });

const mailOf = (id: string | undefined) => stack.mail.waitFor(({ source }) => source.includes(id ?? 'no id'));

/** The error that a call fails with. */
async function failure(call: Promise<unknown>): Promise<SESv2ServiceException> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome?.status !== 'rejected') throw new Error('The call succeeded');
  return outcome.reason as SESv2ServiceException;
}

describe('SendEmail', () => {
  it('sends simple content with all that clients know', async () => {
    const { MessageId } = await ses.send(
      email({
        FromEmailAddress: `"Acme, Inc." <${acme.source}>`,
        Destination: {
          ToAddresses: ['ana@example.test', 'Rui <rui@example.test>'],
          CcAddresses: ['cara@example.test'],
          BccAddresses: ['dan@example.test'],
        },
        ReplyToAddresses: ['help@example.test'],
        ConfigurationSetName: 'any',
        EmailTags: [{ Name: 'campaign', Value: 'welcome' }],
        Content: {
          Simple: {
            Subject: { Data: 'Olá', Charset: 'UTF-8' },
            Body: { Text: { Data: 'Hello.' }, Html: { Data: '<p>Hello.</p>', Charset: 'UTF-8' } },
            Headers: [{ Name: 'X-Order', Value: '4711' }],
            Attachments: [{ FileName: 'a.txt', RawContent: Buffer.from('attached'), ContentType: 'text/plain' }],
          },
        },
      }),
    );
    const { source } = await mailOf(MessageId);
    for (const part of ['X-Order: 4711', 'Reply-To: help@example.test', 'filename=a.txt', 'Cc: cara@example.test'])
      expect(source).toContain(part);
    expect(source).toContain(Buffer.from('attached').toString('base64'));
    expect(source).not.toContain('dan@example.test');
    const detail = (await (await acme.key()).get(`/v1/emails/${MessageId}`)).body.Message;
    expect(detail).toMatchObject({ Subject: 'Olá', Tags: { campaign: 'welcome' } });
  });

  it('sends raw content, to those whom the call names or to those in its headers', async () => {
    const headers = [
      `From: Acme <${acme.source}>`,
      'To: Ana <raw-to@example.test>, raw-second@example.test',
      'Bcc: raw-bcc@example.test',
      'Subject: Raw',
      'X-SES-MESSAGE-TAGS: campaign=welcome, kind=raw',
    ];
    const Content = { Raw: { Data: Buffer.from(`${headers.join('\r\n')}\r\n\r\nHello.\r\n`) } };
    const { MessageId } = await ses.send(new SendEmailCommand({ Content }));
    for (const to of ['raw-to@example.test', 'raw-second@example.test', 'raw-bcc@example.test']) {
      const { source } = await stack.mail.waitFor((mail) => mail.to.includes(to));
      expect(source).toContain('To: Ana <raw-to@example.test>');
      expect(source).not.toMatch(/Bcc|X-SES/i);
    }
    const { Tags, Subject } = (await (await acme.key()).get(`/v1/emails/${MessageId}`)).body.Message;
    expect({ Tags, Subject }).toEqual({ Tags: { campaign: 'welcome', kind: 'raw' }, Subject: 'Raw' });
    await ses.send(email({ Content, Destination: { ToAddresses: ['raw-other@example.test'] } }));
    await stack.mail.waitFor((mail) => mail.to.includes('raw-other@example.test'));
    expect(stack.mail.messages.filter((mail) => mail.to.includes('raw-bcc@example.test'))).toHaveLength(1);
    const foreign = { Raw: { Data: Buffer.from('From: x@elsewhere.example.com\r\nTo: a@example.test\r\n\r\nx') } };
    expect((await failure(ses.send(new SendEmailCommand({ Content: foreign })))).name).toBe('MessageRejected');
  });

  it('says what it does not take', async () => {
    const contents = [{ Raw: { Data: Buffer.from('no headers') } }, {}];
    for (const Content of contents) {
      const error = await failure(ses.send(email({ Content })));
      expect(error.name).toBe('BadRequestException');
      expect(error.message).toMatch(/Content|Raw\.Data does not begin with headers/);
    }
  });
});

describe('templates', () => {
  beforeAll(async () => {
    const template = {
      Name: 'receipt',
      Alias: 'by-alias',
      Channel: 'email',
      Subject: 'Order {{ order }}',
      Text: 'To {{ name }}.',
    };
    await (await acme.session()).post('/api/templates', template);
  });
  const TemplateData = JSON.stringify({ order: 4711, name: 'Ana' });

  it('are filled in by their name, alias or ARN', async () => {
    for (const Template of [
      { TemplateName: 'receipt', TemplateData },
      { TemplateName: 'by-alias', TemplateData },
      { TemplateArn: 'arn:aws:ses:eu-west-3:1:template/receipt', TemplateData },
    ]) {
      const { MessageId } = await ses.send(email({ Content: { Template } }));
      expect((await mailOf(MessageId)).source).toContain('Subject: Order 4711');
    }
    const unknown = await failure(ses.send(email({ Content: { Template: { TemplateName: 'none', TemplateData } } })));
    expect(unknown).toMatchObject({ name: 'NotFoundException', $metadata: { httpStatusCode: 404 } });
    const broken = { TemplateName: 'receipt', TemplateData: '{' };
    expect((await failure(ses.send(email({ Content: { Template: broken } })))).name).toBe('BadRequestException');
  });

  it('are filled in for each entry of a bulk call', async () => {
    const { BulkEmailEntryResults } = await ses.send(
      new SendBulkEmailCommand({
        FromEmailAddress: acme.source,
        DefaultContent: { Template: { TemplateName: 'receipt', TemplateData } },
        DefaultEmailTags: [{ Name: 'kind', Value: 'receipt' }],
        BulkEmailEntries: [
          { Destination: { ToAddresses: ['ana@example.test'] } },
          { Destination: { ToAddresses: ['nobody'] } },
          {
            Destination: { ToAddresses: ['rui@example.test'] },
            ReplacementTags: [{ Name: 'to', Value: 'rui' }],
            ReplacementEmailContent: { ReplacementTemplate: { ReplacementTemplateData: '{"order": 12}' } },
          },
        ],
      }),
    );
    expect(BulkEmailEntryResults?.map(({ Status }) => Status)).toEqual(['SUCCESS', 'INVALID_PARAMETER', 'SUCCESS']);
    expect(BulkEmailEntryResults?.[1]?.Error).toContain('Destination.ToAddresses[0] must be an e-mail address');
    const second = BulkEmailEntryResults?.[2]?.MessageId;
    expect((await mailOf(second)).source).toContain('Subject: Order 12');
    const { Tags } = (await (await acme.key()).get(`/v1/emails/${second}`)).body.Message;
    expect(Tags).toEqual({ kind: 'receipt', to: 'rui' });
  });
});

describe('the account', () => {
  it('has its limits', async () => {
    const account = await ses.send(new GetAccountCommand({}));
    expect(account).toMatchObject({ SendingEnabled: true, ProductionAccessEnabled: false });
    expect(account.SendQuota).toMatchObject({ Max24HourSend: -1, MaxSendRate: -1 });
    const limited = await (await clientFor(await tenantWithoutQuota(stack))).send(new GetAccountCommand({}));
    expect(limited.SendQuota).toEqual({ Max24HourSend: 3_000, MaxSendRate: 2, SentLast24Hours: 3_000 });
  });

  it('suppresses addresses, those with special characters, too', async () => {
    const EmailAddress = "o'hara+x!*~@example.test";
    await ses.send(new PutSuppressedDestinationCommand({ EmailAddress, Reason: 'BOUNCE' }));
    const found = await ses.send(new GetSuppressedDestinationCommand({ EmailAddress }));
    expect(found.SuppressedDestination).toMatchObject({ EmailAddress, Reason: 'BOUNCE' });
    expect(Date.now() - (found.SuppressedDestination?.LastUpdateTime?.getTime() ?? 0)).toBeLessThan(60_000);
    const rejected = await failure(ses.send(email({ Destination: { ToAddresses: [EmailAddress] } })));
    expect(rejected).toMatchObject({ name: 'MessageRejected', $metadata: { httpStatusCode: 400 } });
    await ses.send(new DeleteSuppressedDestinationCommand({ EmailAddress }));
    const gone = await failure(ses.send(new GetSuppressedDestinationCommand({ EmailAddress })));
    expect(gone.name).toBe('NotFoundException');
  });
});

describe('a signature', () => {
  it('is rejected that is not of a valid key, of its secret or of now', async () => {
    const good = await credentialsFor(acme);
    const { accessKeyId } = good;
    const revoked = await credentialsFor(acme);
    await clientOf(revoked).send(new GetAccountCommand({}));
    await revoked.revoke();
    const unknown = newId('key');
    await stack.publish('keyHash', unknown, null);
    const cases: [SESv2Client, string][] = [
      [clientOf({ ...good, accessKeyId: 'AKIAIOSFODNN7EXAMPLE' }), 'UnrecognizedClientException'],
      [clientOf({ ...good, accessKeyId: unknown }), 'UnrecognizedClientException'],
      [clientOf({ ...good, secretAccessKey: 'wrong' }), 'SignatureDoesNotMatch'],
      [
        clientOf({ accessKeyId, secretAccessKey: (await credentialsFor(acme)).secretAccessKey }),
        'SignatureDoesNotMatch',
      ],
      [clientOf({ ...good, sessionToken: 'token' }), 'UnrecognizedClientException'],
      [clientOf(good, { systemClockOffset: -400_000 }), 'SignatureDoesNotMatch'],
      [clientOf(revoked), 'UnrecognizedClientException'],
      [await clientFor(acme, 'emails:read'), 'AccessDeniedException'],
    ];
    for (const [client, name] of cases) {
      const error = await failure(client.send(email()));
      expect([error.name, error.$metadata.httpStatusCode], name).toEqual([name, 403]);
    }
  });

  it('is of one body, path and query', async () => {
    const changed = await clientFor(acme);
    const change = (field: 'body' | 'path', to: (text: string) => string) =>
      changed.middlewareStack.add(
        (next) => (args) => {
          const request = args.request as Record<string, string>;
          request[field] = to(String(request[field]));
          return next(args);
        },
        { step: 'finalizeRequest', priority: 'low', name: 'change', override: true },
      );
    change('body', (text) => text.replace('Hello', 'Hallo'));
    expect((await failure(changed.send(email()))).name).toBe('SignatureDoesNotMatch');
    change('path', (text) => text.replace('account', 'identities'));
    expect((await failure(changed.send(new GetAccountCommand({})))).name).toBe('SignatureDoesNotMatch');
  });
});

describe('errors', () => {
  it('have the form that the client knows', async () => {
    const cases = [
      [() => ses.send(email({}, 'x@elsewhere.example.com')), 400, 'MessageRejected'],
      [() => ses.send(email({ Destination: {} })), 400, 'BadRequestException'],
      [() => ses.send(new ListContactListsCommand({})), 404, 'NotFoundException'],
      [async () => (await clientFor(await tenantWithoutCalls(stack))).send(email()), 429, 'TooManyRequestsException'],
    ] as const;
    for (const [call, status, name] of cases) {
      const error = await failure(call());
      expect([error.name, error.$metadata.httpStatusCode]).toEqual([name, status]);
    }
    const over = await tenantWithoutQuota(stack);
    const error = await failure((await clientFor(over)).send(email({}, over.source)));
    expect([error.name, error.$metadata.httpStatusCode]).toEqual(['LimitExceededException', 400]);
    const suspended = await stack.createTenant();
    const client = await clientFor(suspended);
    await suspended.setStatus('suspended');
    expect((await failure(client.send(email()))).name).toBe('AccountSuspendedException');
  });

  it('are those of the dialect without a signature and with a wrong method, too', async () => {
    const path = '/v2/email/outbound-emails';
    const { anonymous } = stack;
    const missing = await anonymous.post(path, {});
    expect([missing.status, missing.headers['x-amzn-errortype'], missing.body]).toEqual([
      403,
      'MissingAuthenticationTokenException',
      { message: expect.any(String) },
    ]);
    expect((await (await acme.key()).post(path, {})).status).toBe(403);
    const method = await anonymous.put(path, {});
    expect([method.status, method.headers['x-amzn-errortype']]).toEqual([405, 'MethodNotAllowedException']);
  });

  it('hide what another tenant has', async () => {
    const EmailAddress = 'hidden@example.test';
    await ses.send(new PutSuppressedDestinationCommand({ EmailAddress, Reason: 'COMPLAINT' }));
    const rival = await clientFor(await stack.createTenant());
    for (const command of [
      new GetSuppressedDestinationCommand({ EmailAddress }),
      new DeleteSuppressedDestinationCommand({ EmailAddress }),
    ])
      expect((await failure(rival.send(command as GetSuppressedDestinationCommand))).name).toBe('NotFoundException');
  });
});
