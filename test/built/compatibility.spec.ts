import { ListIdentitiesCommand, SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses';
import { CreateEmailTemplateCommand, SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { ServerClient } from 'postmark';
import { Resend } from 'resend';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { BuiltAccount, expectStatus } from './support/account.js';

/** The packages of other services, with another address and a key of ours, against the built product. */
const { dev } = inject('builtStack');
const address = dev.urls.platform;
const from = 'Acme <hello@acme.test>';
const SES_SCOPES = ['emails:send', 'templates:write', 'domains:read'];
const WRONG_KEY = `sk_test_${'0'.repeat(48)}`;

let account: BuiltAccount;
let credentials: { accessKeyId: string; secretAccessKey: string };

beforeAll(async () => {
  account = await BuiltAccount.signUp(dev);
  const keys = `/api/tenants/${account.tenantId}/api-keys`;
  const made = expectStatus(account.session('platform').post(keys, { Name: 'SES', Scopes: SES_SCOPES }), 201);
  const { ApiKey, SecretAccessKey } = await made;
  credentials = { accessKeyId: ApiKey.Id, secretAccessKey: SecretAccessKey };
});

const ses = (changes: Partial<typeof credentials> = {}) => ({
  region: 'eu-west-1',
  endpoint: address,
  credentials: { ...credentials, ...changes },
  maxAttempts: 1,
});
const resendOf = (key: string) => new Resend(key, { baseUrl: address });
const postmarkOf = (key: string) => new ServerClient(key, { useHttps: false, requestHost: new URL(address).host });

/** Resolves once a mail with the code has reached the address. */
const expectArrival = async (to: string): Promise<void> =>
  expect(await account.outside.inMailTo(to, /Code: (\w+)/)).toBe(account.mark);

const simple = (to: string): SendEmailCommand =>
  new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: `Code: ${account.mark}` } } } },
  });

describe('a client of SES', () => {
  it('sends by its second version', async () => {
    const to = account.address();
    const { MessageId } = await new SESv2Client(ses()).send(simple(to));
    await expectArrival(to);
    const { Message } = await expectStatus(account.withKey('platform').get(`/v1/emails/${MessageId}`), 200);
    expect(Message).toMatchObject({ From: from, To: to });
  });

  it('sends raw content by its first version', async () => {
    const to = account.address();
    const mime = `From: ${from}\r\nTo: ${to}\r\nSubject: Hello\r\n\r\nCode: ${account.mark}\r\n`;
    const raw = new SendRawEmailCommand({ RawMessage: { Data: Buffer.from(mime) } });
    expect((await new SESClient(ses()).send(raw)).MessageId).toMatch(/^msg_/);
    await expectArrival(to);
  });

  it('keeps a template by its second version, and sends it', async () => {
    const [to, TemplateName] = [account.address(), `code-${account.mark}`];
    const TemplateContent = { Subject: 'Hello', Text: 'Code: {{code}}' };
    const client = new SESv2Client(ses());
    await client.send(new CreateEmailTemplateCommand({ TemplateName, TemplateContent }));
    const Template = { TemplateName, TemplateData: JSON.stringify({ code: account.mark }) };
    const Destination = { ToAddresses: [to] };
    await client.send(new SendEmailCommand({ FromEmailAddress: from, Destination, Content: { Template } }));
    await expectArrival(to);
  });

  it('lists domains by its first version', async () => {
    const { Identities } = await new SESClient(ses()).send(new ListIdentitiesCommand({}));
    const { Domains } = await expectStatus(account.withKey('platform').get('/v1/domains'), 200);
    expect(Identities).toEqual(Domains.map(({ Name }: { Name: string }) => Name));
  });

  it('is told that its secret is wrong', async () => {
    const call = new SESv2Client(ses({ secretAccessKey: 'another' })).send(simple(account.address()));
    await expect(call).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  });
});

describe('a client of Resend', () => {
  it('sends, and reads what it has sent', async () => {
    const to = account.address();
    const resend = resendOf(account.key);
    const { data, error } = await resend.emails.send({ from, to, subject: 'Hello', text: `Code: ${account.mark}` });
    expect(error).toBeNull();
    await expectArrival(to);
    expect((await resend.emails.get(data?.id ?? '')).data).toMatchObject({ object: 'email', to: [to], from });
  });

  it('sends a batch', async () => {
    const recipients = [account.address(), account.address()];
    const emails = recipients.map((to) => ({ from, to, subject: 'Hello', text: `Code: ${account.mark}` }));
    const { data, error } = await resendOf(account.key).batch.send(emails);
    expect([error, data?.data.length]).toEqual([null, 2]);
    for (const to of recipients) await expectArrival(to);
  });

  it('sends a broadcast to a segment', async () => {
    const [resend, to] = [resendOf(account.key), account.address()];
    const segment = await resend.segments.create({ name: 'Readers' });
    const segmentId = segment.data?.id ?? '';
    const contact = await resend.contacts.create({ email: to, firstName: 'Ana', segments: [{ id: segmentId }] });
    const html = `<p>{{{FIRST_NAME|you}}}, Code: ${account.mark}</p>`;
    const sent = await resend.broadcasts.create({ segmentId, from, subject: 'News', html, send: true });
    expect([segment.error, contact.error, sent.error]).toEqual([null, null, null]);
    await expectArrival(to);
  });

  it('has routes at the paths that another service has, too', async () => {
    const resend = resendOf(account.key);
    const created = await resend.templates.create({ name: `Receipt ${account.mark}`, html: '<p>Hello.</p>' });
    expect(created.error).toBeNull();
    expect((await resend.templates.list()).data?.data.map(({ id }) => id)).toContain(created.data?.id);
    expect((await resend.webhooks.list()).data).toMatchObject({ object: 'list' });
  });

  it('is told that its key is wrong', async () => {
    const { error } = await resendOf(WRONG_KEY).emails.send({ from, to: account.address(), subject: 'a', text: 'a' });
    expect(error).toMatchObject({ name: 'invalid_api_key' });
  });
});

describe('a client of Postmark', () => {
  it('sends, and reads what it has sent', async () => {
    const to = account.address();
    const postmark = postmarkOf(account.key);
    const email = { From: from, To: to, Subject: 'Hello', TextBody: `Code: ${account.mark}` };
    const { ErrorCode, MessageID } = await postmark.sendEmail(email);
    expect(ErrorCode).toBe(0);
    await expectArrival(to);
    expect(await postmark.getOutboundMessageDetails(MessageID)).toMatchObject({ Subject: 'Hello', Recipients: [to] });
  });

  it('keeps a template, and sends by it', async () => {
    const to = account.address();
    const postmark = postmarkOf(account.key);
    const template = { Name: `Code ${account.mark}`, Subject: 'Code', TextBody: 'Code: {{ code }}' };
    const { TemplateId } = await postmark.createTemplate(template);
    expect(await postmark.getTemplate(TemplateId)).toMatchObject(template);
    const TemplateModel = { code: account.mark };
    await postmark.sendEmailWithTemplate({ From: from, To: to, TemplateId, TemplateModel });
    await expectArrival(to);
    const { TotalCount, Messages } = await postmark.getOutboundMessages({ count: 1, offset: 0, recipient: to });
    expect([TotalCount, Messages[0]?.Subject]).toEqual([1, 'Code']);
  });

  it('suppresses an address, which is then inactive', async () => {
    const to = account.address();
    const postmark = postmarkOf(account.key);
    await postmark.createSuppressions('outbound', { Suppressions: [{ EmailAddress: to }] });
    const email = { From: from, To: to, Subject: 'a', TextBody: 'a' };
    await expect(postmark.sendEmail(email)).rejects.toMatchObject({ code: 406, recipients: [to] });
  });

  it('is told that its key is wrong', async () => {
    const email = { From: from, To: account.address(), Subject: 'a', TextBody: 'a' };
    await expect(postmarkOf(WRONG_KEY).sendEmail(email)).rejects.toMatchObject({ code: 10, statusCode: 401 });
  });
});
