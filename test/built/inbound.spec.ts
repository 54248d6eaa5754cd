import { beforeAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { PlatformAccount } from './calls/platform-rows.js';
import { BuiltAccount, expectStatus } from './support/account.js';
import { PATIENCE } from './support/outside.js';

const { dev } = inject('builtStack');

let account: BuiltAccount;
let rows: PlatformAccount;

beforeAll(async () => {
  account = await BuiltAccount.signUp(dev);
  rows = new PlatformAccount(account);
});

describe('an e-mail for a route', () => {
  it('is read by key, with its file and as it came', async () => {
    const id = await rows.v1.receivedEmail();
    const client = account.withKey('platform');
    const { Email } = await expectStatus(client.get(`/v1/inbound/emails/${id}`), 200);
    expect(Email).toMatchObject({
      EnvelopeFrom: 'ana@example.test',
      From: { Address: 'ana@example.test', Name: 'Ana' },
      Attachments: [{ FileName: 'order.txt', ContentType: 'text/plain', Bytes: 6 }],
    });
    expect(Email.Text).toContain('Where is my order?');
    const pathOf = (url: string) => new URL(url).pathname;
    expect((await client.get(pathOf(Email.Attachments[0].Url))).text).toBe('a file');
    const raw = await client.get(pathOf(Email.RawUrl));
    expect(raw.headers['content-type']).toBe('message/rfc822');
    expect([raw.text.length, raw.text.includes(`Subject: ${Email.Subject}`)]).toEqual([Email.Bytes, true]);
  });

  it('is an event at the webhook of its route', async () => {
    const path = `${account.mark}-inbound`;
    const hook = { Url: `${dev.hooks.url}/${path}`, Events: ['email.received'] };
    const { Webhook } = await expectStatus(account.session('platform').post('/api/webhooks', hook), 201);
    const body = { ...(await rows.v1.routeBody()), WebhookId: Webhook.Id };
    const { Route } = await expectStatus(account.withKey('platform').post('/v1/inbound/routes', body), 201);
    expect(Route.Mx).toMatchObject({ Name: Route.Domain, Status: 'missing' });
    const to = `${Route.Recipient}+tag@${Route.Domain}`;
    expect(await account.outside.handIn(to, account.mark)).toMatch(/^250/);
    const event = await waitUntil(
      async () => {
        const requests = (await (await fetch(dev.hooks.requests)).json()) as { path: string; body: string }[];
        const found = requests.find((request) => request.path.endsWith(`/${path}`));
        return found && JSON.parse(found.body);
      },
      { ...PATIENCE, what: 'the event' },
    );
    expect(event).toMatchObject({
      EventType: 'email.received',
      Data: { RouteId: Route.Id, Recipients: [to], Subject: account.mark, Attachments: [{ FileName: 'order.txt' }] },
    });
  });

  it('comes to the MX, which is that of Mail, and is checked as mail of the client that handed it in', async () => {
    const path = `${account.mark}-mx`;
    const hook = { Url: `${dev.hooks.url}/${path}`, Events: ['email.received'] };
    const { Webhook } = await expectStatus(account.session('platform').post('/api/webhooks', hook), 201);
    const body = { ...(await rows.v1.routeBody()), WebhookId: Webhook.Id };
    const { Route } = await expectStatus(account.withKey('platform').post('/v1/inbound/routes', body), 201);
    const to = `${Route.Recipient}@${Route.Domain}`;
    const sender = `${account.mark}-sender.example`;
    account.outside.publish([{ name: sender, type: 'TXT', value: 'v=spf1 ip4:127.0.0.2 -all' }]);
    const client = { listener: 'inbound', from: `ana@${sender}`, localAddress: '127.0.0.2' } as const;
    const isTaken = async () =>
      account.outside.handIn(to, path, client).then(
        (answer) => answer.startsWith('250'),
        () => false,
      );
    // Mail is told of the domain by an event.
    await waitUntil(isTaken, { ...PATIENCE, what: 'the MX to know the domain' });
    const event = await waitUntil(
      async () => {
        const requests = (await (await fetch(dev.hooks.requests)).json()) as { path: string; body: string }[];
        const found = requests.find((request) => request.path.endsWith(`/${path}`));
        return found && JSON.parse(found.body);
      },
      { ...PATIENCE, what: 'the event' },
    );
    expect(event.Data).toMatchObject({ Recipients: [to], EnvelopeFrom: `ana@${sender}`, Verdicts: { Spf: 'pass' } });
  });

  it('is refused without a route', async () => {
    const { Domain } = (await rows.v1.routeBody()) as { Domain: string };
    await expect(account.outside.handIn(`nobody@${Domain}`, 'x')).rejects.toMatchObject({ responseCode: 550 });
  });
});
