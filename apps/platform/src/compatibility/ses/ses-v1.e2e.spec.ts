import {
  GetSendQuotaCommand,
  SendEmailCommand,
  SendRawEmailCommand,
  SendTemplatedEmailCommand,
  SESClient,
  SESServiceException,
  type SendEmailCommandInput,
} from '@aws-sdk/client-ses';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashKey, signingSecretOf } from '#libs/core/auth';
import { tenantWithoutCalls, tenantWithoutQuota } from '../../../../../test/support/limited-tenants.js';
import { platformStack, type TestTenant } from '../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

/** The vendor's own package, with another address and a key of ours. */
const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
let ses: SESClient;

async function clientFor(tenant: TestTenant, scopes: 'account:read'[] = [], more: object = {}): Promise<SESClient> {
  const { keyId, secret } = await tenant.createKey(scopes);
  const secretAccessKey = signingSecretOf(stack.config.serviceSecret, hashKey(secret), keyId);
  const credentials = { accessKeyId: keyId, secretAccessKey, ...more };
  return new SESClient({ region: 'us-east-1', endpoint: stack.url, credentials, maxAttempts: 1 });
}

beforeAll(async () => {
  ses = await clientFor(acme);
});

const email = (changes: Partial<SendEmailCommandInput> = {}): SendEmailCommand =>
  new SendEmailCommand({
    Source: acme.source,
    Destination: { ToAddresses: ['ana@example.test'] },
    Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello, Ana & Rui.' } } },
    ...changes,
  });

/** The error that a call fails with. */
async function failure(call: Promise<unknown>): Promise<SESServiceException> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome?.status !== 'rejected') throw new Error('The call succeeded');
  return outcome.reason as SESServiceException;
}

describe('the first version of SES', () => {
  it('sends an e-mail with all that clients know', async () => {
    const { MessageId } = await ses.send(
      email({
        Destination: {
          ToAddresses: ['ana@example.test', 'Rui <rui@example.test>'],
          CcAddresses: ['cara@example.test'],
          BccAddresses: ['dan@example.test'],
        },
        Message: {
          Subject: { Data: 'Two + two' },
          Body: { Text: { Data: 'Hello.' }, Html: { Data: '<p>Hello & <b>more</b></p>' } },
        },
        ReplyToAddresses: ['help@example.test'],
        Tags: [{ Name: 'kind', Value: 'welcome' }],
      }),
    );
    const { source } = await stack.mail.waitFor((mail) => mail.source.includes(MessageId ?? 'no id'));
    for (const part of ['Subject: Two + two', 'Reply-To: help@example.test', '<p>Hello & <b>more</b></p>'])
      expect(source).toContain(part);
    expect(source).not.toContain('dan@example.test');
    const { Tags } = (await (await acme.key()).get(`/v1/emails/${MessageId}`)).body.Message;
    expect(Tags).toEqual({ kind: 'welcome' });
  });

  it('sends a raw message, to those whom the call names', async () => {
    const Data = Buffer.from(`From: ${acme.source}\r\nTo: all@example.test\r\nSubject: Raw 1 & 2\r\n\r\nHello.\r\n`);
    const Destinations = ['raw-v1@example.test', 'raw-v1-too@example.test'];
    const { MessageId } = await ses.send(new SendRawEmailCommand({ RawMessage: { Data }, Destinations }));
    for (const to of Destinations) {
      const { source } = await stack.mail.waitFor((mail) => mail.to.includes(to));
      for (const part of ['To: all@example.test', 'Subject: Raw 1 & 2', '\r\n\r\nHello.\r\n'])
        expect(source).toContain(part);
    }
    expect((await (await acme.key()).get(`/v1/emails/${MessageId}`)).body.Message.Subject).toBe('Raw 1 & 2');
  });

  it('fills in a template by its name', async () => {
    const template = { Name: 'receipt', Channel: 'email', Subject: 'Order {{ order }}', Text: 'Thank you.' };
    await (await acme.session()).post('/api/templates', template);
    const { Source, Destination } = email().input;
    const call = (Template: string) =>
      ses.send(new SendTemplatedEmailCommand({ Source, Destination, Template, TemplateData: '{"order": 4711}' }));
    const { MessageId } = await call('receipt');
    const mail = await stack.mail.waitFor(({ source }) => source.includes(MessageId ?? 'no id'));
    expect(mail.source).toContain('Subject: Order 4711');
    expect((await failure(call('unknown'))).name).toMatch(/^TemplateDoesNotExist/);
  });

  it('tells the limits', async () => {
    expect(await ses.send(new GetSendQuotaCommand({}))).toMatchObject({ Max24HourSend: -1, MaxSendRate: -1 });
  });

  it('has the errors that the client knows', async () => {
    const reader = await clientFor(acme, ['account:read']);
    expect((await reader.send(new GetSendQuotaCommand({}))).Max24HourSend).toBe(-1);
    const wrong = await clientFor(acme, [], { secretAccessKey: 'wrong' });
    const unknown = await clientFor(acme, [], { accessKeyId: 'AKIAIOSFODNN7EXAMPLE' });
    const over = await tenantWithoutQuota(stack);
    const cases = [
      [() => unknown.send(email()), 403, 'InvalidClientTokenId'],
      [() => wrong.send(email()), 403, 'SignatureDoesNotMatch'],
      [() => reader.send(email()), 403, 'AccessDenied'],
      [() => ses.send(email({ Source: 'x@elsewhere.example.com' })), 400, 'MessageRejected'],
      [() => ses.send(email({ Destination: { ToAddresses: ['<&>'] } })), 400, 'InvalidParameterValue'],
      [
        () => ses.send(new SendRawEmailCommand({ RawMessage: { Data: Buffer.from('x') } })),
        400,
        'InvalidParameterValue',
      ],
      [async () => (await clientFor(over)).send(email({ Source: over.source })), 400, 'Throttling'],
      [async () => (await clientFor(await tenantWithoutCalls(stack))).send(email()), 400, 'Throttling'],
    ] as const;
    for (const [call, status, name] of cases) {
      const error = await failure(call());
      expect([error.$metadata.httpStatusCode, error.name], name).toEqual([status, name]);
    }
  });

  it('leaves the home page and other calls of the root alone', async () => {
    const { anonymous } = stack;
    expect((await anonymous.get('/')).body).toMatchObject({ service: 'platform' });
    expect((await anonymous.post('/', {})).body.Error.Code).toBe('MethodNotAllowed');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const missing = await anonymous.send('POST', '/', 'Action=GetSendQuota', form);
    expect([missing.status, missing.text]).toEqual([
      403,
      expect.stringContaining('<Code>MissingAuthenticationToken</Code>'),
    ]);
  });
});
