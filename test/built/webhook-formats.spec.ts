import { createVerify } from 'node:crypto';
import { ServerClient } from 'postmark';
import { Resend } from 'resend';
import { beforeAll, expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { BuiltAccount, expectStatus } from './support/account.js';
import { PATIENCE } from './support/outside.js';

/** Webhooks of the built product in the words of other services: what is recorded in one process, and leaves from another. */
const { dev } = inject('builtStack');
const address = dev.urls.platform;
const from = 'hello@acme.test';

interface CaughtRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
}

let account: BuiltAccount;
beforeAll(async () => {
  account = await BuiltAccount.signUp(dev);
});

/** An endpoint in a format, for e-mails that were delivered; returns its secret and what waits for its request. */
async function endpointIn(Format: string) {
  const url = `${dev.hooks.url}/${account.mark}-${Format}`;
  const input = { Url: url, Events: ['email.delivered'], Format };
  const { Secret } = await expectStatus(account.session('platform').post('/api/webhooks', input), 201);
  const arrival = (part: string) =>
    waitUntil(
      async () => {
        const requests = (await (await fetch(dev.hooks.requests)).json()) as CaughtRequest[];
        return requests.find(({ path, body }) => url.endsWith(path) && body.includes(part));
      },
      { ...PATIENCE, what: `the webhook in the format ${Format}` },
    );
  return { secret: Secret as string, arrival };
}

it('tells a receiver of Resend of what its client has sent', async () => {
  const { secret, arrival } = await endpointIn('resend');
  const resend = new Resend(account.key, { baseUrl: address });
  const email = { from, to: 'delivered@sandbox.test', subject: 'Hello', text: 'Hello' };
  const { data } = await resend.emails.send(email);
  const { headers, body } = await arrival(data?.id ?? 'an id');
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => headers[`svix-${name}`] ?? '');
  const event = resend.webhooks.verify({
    payload: body,
    headers: { id: id ?? '', timestamp: timestamp ?? '', signature: signature ?? '' },
    webhookSecret: secret,
  });
  expect(event).toMatchObject({ type: 'email.delivered', data: { email_id: data?.id, to: [email.to] } });
});

it('tells a receiver of Postmark of what its client has sent', async () => {
  const { arrival } = await endpointIn('postmark');
  const postmark = new ServerClient(account.key, { useHttps: false, requestHost: new URL(address).host });
  const email = { From: from, To: 'delivered@sandbox.test', Subject: 'Hello', TextBody: 'Hello', Tag: 'welcome' };
  const { MessageID } = await postmark.sendEmail(email);
  const body = JSON.parse((await arrival(MessageID)).body) as unknown;
  expect(body).toMatchObject({ RecordType: 'Delivery', MessageID, Recipient: email.To, Tag: 'welcome' });
});

it('tells a receiver of Amazon SES, signed with the key of the installation', async () => {
  const { arrival } = await endpointIn('ses');
  const email = account.withKey('platform').post('/v1/emails/send', {
    Source: from,
    Destination: { ToAddresses: ['delivered@sandbox.test'] },
    Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello' } } },
  });
  const { MessageId } = await expectStatus(email, 202);
  const { body, headers } = await arrival(MessageId);
  expect(headers['x-amz-sns-message-type']).toBe('Notification');
  const envelope = JSON.parse(body) as Record<string, string>;
  const certificate = await (await fetch(`${address}/.well-known/webhooks.pem`)).text();
  const signed = ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type'];
  const verifier = createVerify('RSA-SHA256').update(signed.map((name) => `${name}\n${envelope[name]}\n`).join(''));
  expect(verifier.verify(certificate, envelope['Signature'] ?? '', 'base64')).toBe(true);
  expect(JSON.parse(envelope['Message'] ?? '')).toMatchObject({
    eventType: 'Delivery',
    mail: { messageId: MessageId },
  });
});
