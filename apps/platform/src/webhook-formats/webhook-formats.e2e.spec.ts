import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { createServer, globalAgent, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { ServerClient } from 'postmark';
import { Resend } from 'resend';
import MessageValidator from 'sns-validator';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashKey, signingSecretOf } from '#libs/core/auth';
import { verifyWebhook } from '#libs/core/outbound';
import { selfSignedCertificate } from '#libs/core/secrets';
import { HttpSink, type SunkRequest } from '#libs/test/testing';
import { FormatEndpoint } from '../../../../test/support/format-endpoints.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const HOUR_MS = 3_600_000;
const sink = useStack(() => HttpSink.start());
/** The platform's address by https, as receivers of Amazon SNS want it. */
const front = useStack(() => Front.start());
const stack = useStack(async () => {
  const started = await platformStack({ environment: { OUTBOUND_ALLOW: sink.host, PUBLIC_URL: front.url } });
  front.target = started.url;
  return started;
});
const acme = usePrepared(() => stack.createTenant());

class Front {
  target = '';
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Front> {
    const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const [from, until] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)];
    const cert = selfSignedCertificate({ keys, commonName: 'front', addresses: ['127.0.0.1'], from, until });
    const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    globalAgent.options.ca = cert;
    const server = createServer({ cert, key }, (request, response) => {
      void fetch(`${made.target}${request.url}`).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
        response.end(await answer.text());
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const made = new Front(server, `https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return made;
  }

  async stop(): Promise<void> {
    globalAgent.destroy();
    await new Promise((closed) => this.server.close(closed));
  }
}

const HTML = '<p>Hello <a href="https://shop.test/">shop</a></p>';

/** A validator that takes certificates of the platform's address. */
const validator = () => new MessageValidator(new RegExp(`^${new URL(front.url).host}$`));
const validated = (text: string) =>
  new Promise<Record<string, string>>((accept, reject) => {
    validator().validate(text, (error, message) => (error ? reject(error) : accept(message as Record<string, string>)));
  });

afterAll(() => {
  delete globalAgent.options.ca;
});

describe('the format resend', () => {
  let endpoint: FormatEndpoint;
  let resend: Resend;
  beforeAll(async () => {
    endpoint = await FormatEndpoint.create(sink, 'resend', acme);
    resend = new Resend((await acme.createKey()).secret, { baseUrl: stack.url });
  });

  /** The event that the vendor's package reads of a request, after it verified the signature. */
  const eventOf = ({ headers, text }: SunkRequest) =>
    resend.webhooks.verify({
      payload: text,
      headers: {
        id: headers['svix-id'] as string,
        timestamp: headers['svix-timestamp'] as string,
        signature: headers['svix-signature'] as string,
      },
      webhookSecret: endpoint.secret,
    });

  async function sendTo(recipient: string) {
    const { data } = await resend.emails.send({
      from: `Acme <${acme.source}>`,
      to: recipient,
      subject: 'Hello',
      html: HTML,
      tags: [{ name: 'category', value: 'welcome' }],
    });
    return data?.id as string;
  }

  const told = (id: string, type: string, ...more: string[]) => endpoint.arrival(`"type":"${type}"`, id, ...more);

  it.each([
    ['delivered', 'email.delivered', {}],
    ['bounced', 'email.bounced', { bounce: { type: 'Permanent', subType: 'General' } }],
    ['complained', 'email.complained', {}],
    ['refused', 'email.failed', { failed: { reason: expect.stringContaining('the mail is refused') } }],
    ['opened', 'email.opened', {}],
    ['clicked', 'email.clicked', { click: { link: 'https://shop.test/', userAgent: expect.any(String) } }],
  ])('tells that an e-mail was %s', async (outcome, type, details) => {
    const id = await sendTo(`${outcome}@sandbox.test`);
    const event = eventOf(await told(id, type));
    expect(event).toMatchObject({
      type,
      created_at: expect.stringMatching(/Z$/),
      data: {
        email_id: id,
        from: `Acme <${acme.source}>`,
        to: [`${outcome}@sandbox.test`],
        subject: 'Hello',
        tags: { category: 'welcome' },
        created_at: expect.stringMatching(/Z$/),
        message_id: expect.stringMatching(/^<.*>$/),
        ...details,
      },
    });
  });

  it('is signed as by Svix, whose library takes its headers under both names', async () => {
    const id = await sendTo('delivered+svix@sandbox.test');
    const { headers, text, body } = await told(id, 'email.sent');
    const named = (prefix: string) =>
      Object.fromEntries(['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, headers[prefix + name]]));
    const webhook = new Webhook(endpoint.secret);
    expect(webhook.verify(text, named('svix-') as Record<string, string>)).toMatchObject({ type: 'email.sent' });
    expect(() => webhook.verify(`${text} `, named('svix-') as Record<string, string>)).toThrow('No matching signature');
    expect(verifyWebhook({ secrets: endpoint.secret, headers, body })).toBe('valid');
  });

  it('names an e-mail to several by the id that the call was answered with, and each recipient by itself', async () => {
    const { data } = await resend.emails.send({
      from: acme.source,
      to: ['delivered+1@sandbox.test', 'delivered+2@sandbox.test'],
      subject: 'Both',
      text: 'Hello',
    });
    const id = data?.id as string;
    for (const recipient of ['delivered+1@sandbox.test', 'delivered+2@sandbox.test']) {
      const request = await told(id, 'email.delivered', `"to":["${recipient}"]`);
      expect(eventOf(request).data).toMatchObject({ email_id: id });
    }
  });
});

describe('the format postmark', () => {
  let endpoint: FormatEndpoint;
  let postmark: ServerClient;
  beforeAll(async () => {
    endpoint = await FormatEndpoint.create(sink, 'postmark', acme);
    const { secret } = await acme.createKey();
    postmark = new ServerClient(secret, { useHttps: false, requestHost: new URL(stack.url).host });
  });

  async function sendTo(recipient: string): Promise<string> {
    const { MessageID } = await postmark.sendEmail({
      From: acme.source,
      To: recipient,
      Subject: 'Hello',
      HtmlBody: HTML,
      Tag: 'welcome',
      Metadata: { order: '4711' },
    });
    return MessageID;
  }

  const told = async (id: string, record: string) => {
    const request = await endpoint.arrival(`"RecordType":"${record}"`, id);
    expect(request.headers['content-type']).toBe('application/json');
    expect(verifyWebhook({ secrets: endpoint.secret, headers: request.headers, body: request.body })).toBe('valid');
    return JSON.parse(request.text) as Record<string, unknown>;
  };

  it.each([
    ['delivered', 'Delivery', { DeliveredAt: expect.stringMatching(/Z$/), Details: expect.any(String) }],
    ['opened', 'Open', { FirstOpen: true, UserAgent: expect.any(String), ReceivedAt: expect.any(String) }],
    ['clicked', 'Click', { OriginalLink: 'https://shop.test/', ClickLocation: 'HTML' }],
    ['unsubscribed', 'SubscriptionChange', { SuppressSending: true, Origin: 'Recipient' }],
  ])('tells that an e-mail was %s', async (outcome, record, details) => {
    const Recipient = `${outcome}@sandbox.test`;
    const id = await sendTo(Recipient);
    expect(await told(id, record)).toMatchObject({
      RecordType: record,
      ServerID: 0,
      MessageStream: 'outbound',
      MessageID: id,
      Recipient,
      Tag: 'welcome',
      Metadata: { order: '4711' },
      ...details,
    });
  });

  it.each([
    ['bounced', 'Bounce', 'HardBounce', 1],
    ['complained', 'SpamComplaint', 'SpamComplaint', 100_001],
    ['refused', 'Bounce', 'Unknown', 2_048],
  ])('tells that an e-mail was %s as the client reads its bounce', async (outcome, record, Type, TypeCode) => {
    const id = await sendTo(`${outcome}@sandbox.test`);
    const body = await told(id, record);
    expect(body).toMatchObject({
      RecordType: record,
      Type,
      TypeCode,
      Email: `${outcome}@sandbox.test`,
      Tag: 'welcome',
    });
    const { RecordType: _, ...read } = await postmark.getBounce(body['ID'] as number);
    expect(body).toMatchObject(read);
  });
});

describe('the format ses', () => {
  let endpoint: FormatEndpoint;
  let ses: SESv2Client;
  beforeAll(async () => {
    endpoint = await FormatEndpoint.create(sink, 'ses', acme);
    const { keyId, secret } = await acme.createKey();
    const secretAccessKey = signingSecretOf(stack.config.serviceSecret, hashKey(secret), keyId);
    const credentials = { accessKeyId: keyId, secretAccessKey };
    ses = new SESv2Client({ region: 'us-east-1', endpoint: stack.url, credentials, maxAttempts: 1 });
  });

  async function sendTo(recipient: string): Promise<string> {
    const { MessageId } = await ses.send(
      new SendEmailCommand({
        FromEmailAddress: acme.source,
        Destination: { ToAddresses: [recipient], CcAddresses: ['delivered+cc@sandbox.test'] },
        Content: {
          Simple: {
            Subject: { Data: 'Hello' },
            Body: { Html: { Data: HTML } },
            Headers: [{ Name: 'X-Order', Value: '4711' }],
          },
        },
        EmailTags: [{ Name: 'campaign', Value: 'spring' }],
      }),
    );
    return MessageId as string;
  }

  const told = (id: string, type: string, recipient: string) =>
    endpoint.arrival(`\\"eventType\\":\\"${type}\\"`, id, `\\"destination\\":[\\"${recipient}\\"]`);

  it.each([
    ['delivered', 'Delivery', { delivery: { recipients: ['delivered@sandbox.test'] }, notificationType: 'Delivery' }],
    [
      'bounced',
      'Bounce',
      {
        notificationType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          bouncedRecipients: [{ emailAddress: 'bounced@sandbox.test', action: 'failed', status: '5.1.1' }],
          feedbackId: expect.stringMatching(/^evt_/),
        },
      },
    ],
    [
      'complained',
      'Complaint',
      {
        complaint: {
          complainedRecipients: [{ emailAddress: 'complained@sandbox.test' }],
          complaintFeedbackType: 'abuse',
        },
      },
    ],
    ['refused', 'Reject', { reject: { reason: expect.stringContaining('the mail is refused') } }],
    ['opened', 'Open', { open: { userAgent: expect.any(String) } }],
    ['clicked', 'Click', { click: { link: 'https://shop.test/' } }],
    [
      'unsubscribed',
      'Subscription',
      { subscription: { newTopicPreferences: { unsubscribeAll: expect.any(Boolean) } } },
    ],
  ])('tells that an e-mail was %s, in a message that the validator of SNS takes', async (outcome, type, details) => {
    const recipient = `${outcome}@sandbox.test`;
    const id = await sendTo(recipient);
    const { headers, text, body } = await told(id, type, recipient);
    const envelope = await validated(text);
    expect(envelope).toMatchObject({ Type: 'Notification', SignatureVersion: '2' });
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': 'Notification',
      'x-amz-sns-message-id': envelope['MessageId'],
      'x-amz-sns-topic-arn': `arn:aws:sns:us-east-1:000000000000:${acme.id}`,
      'x-amz-sns-subscription-arn': `${envelope['TopicArn']}:${endpoint.id}`,
    });
    expect(envelope['MessageId']).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(JSON.parse(envelope['Message'] as string)).toMatchObject({
      eventType: type,
      mail: {
        messageId: id,
        source: acme.source,
        destination: [recipient],
        commonHeaders: { to: [recipient], cc: ['delivered+cc@sandbox.test'], subject: 'Hello', messageId: id },
        headers: expect.arrayContaining([{ name: 'X-Order', value: '4711' }]),
        tags: { campaign: ['spring'] },
      },
      ...details,
    });
    expect(verifyWebhook({ secrets: endpoint.secret, headers, body })).toBe('valid');
  });

  it('is refused by the validator of SNS once a letter is changed, and where it asks for a certificate of Amazon', async () => {
    const id = await sendTo('delivered+changed@sandbox.test');
    const { text } = await told(id, 'Delivery', 'delivered+changed@sandbox.test');
    await expect(validated(text.replace('delivered+changed', 'delivered+chanted'))).rejects.toThrow('invalid');
    const ofAmazon = new Promise((accept, reject) => {
      new MessageValidator().validate(text, (error, message) => (error ? reject(error) : accept(message)));
    });
    await expect(ofAmazon).rejects.toThrow('invalid domain');
  });

  it('is signed by one key of the installation, whose certificate anybody may read', async () => {
    await FormatEndpoint.create(sink, 'ses', await stack.createTenant());
    expect(await stack.sql('select from webhook_signing_key')).toHaveLength(1);
    const [row] = await stack.sql<{ private_key: string }>('select private_key from webhook_signing_key');
    expect(row?.private_key).toMatch(/^v1\./);
    const answer = await fetch(`${stack.url}/.well-known/webhooks.pem`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-pem-file; charset=utf-8']);
    const certificate = new X509Certificate(await answer.text());
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + 29 * 365 * 24 * HOUR_MS);
  });
});
