import { randomInt } from 'node:crypto';
import type { Answer, HttpClient } from '../../support/http-client.js';
import { waitUntil } from '#libs/test/testing';
import { type BuiltAccount, expectStatus } from '../support/account.js';
import { formOf } from '../support/multipart.js';
import { PATIENCE } from '../support/outside.js';

type Root = '/api' | '/v1';

/** Makes rows of an account of Platform: under /api with its session, under /v1 with its key. */
export class PlatformRows {
  private verified: Promise<{ Id: string; Name: string }> | undefined;

  constructor(
    readonly account: BuiltAccount,
    readonly root: Root,
  ) {}

  get client(): HttpClient {
    return this.root === '/v1' ? this.account.withKey('platform') : this.account.session('platform');
  }

  async contact(): Promise<string> {
    return (await this.made('contacts', { Email: this.account.address(), Name: this.account.mark })).Contact.Id;
  }

  async list(more: object = {}): Promise<string> {
    return (await this.made('lists', { Name: this.account.name(), ...more })).List.Id;
  }

  /** A list with one contact on it. */
  async listWithMember(): Promise<{ list: string; contact: string }> {
    const [list, contact] = [await this.list(), await this.contact()];
    await expectStatus(this.client.post(`${this.root}/lists/${list}/members`, { ContactIds: [contact] }), 200);
    return { list, contact };
  }

  async topic(): Promise<string> {
    return (await this.made('topics', { Name: this.account.name() })).Topic.Id;
  }

  async template(): Promise<string> {
    const body = { Name: this.account.name(), Channel: 'email', Subject: 'Hello {{ name }}', Text: 'Hello.' };
    return (await this.made('templates', body)).Template.Id;
  }

  async suppression(): Promise<string> {
    return (await this.made('suppressions', { Address: this.account.address() })).Suppression.Address;
  }

  async webhook(): Promise<string> {
    return (await this.made('webhooks', this.webhookBody())).Webhook.Id;
  }

  webhookBody(): object {
    return { Url: `${this.account.dev.hooks.url}/${this.account.mark}`, Events: ['email.sent', 'contact.created'] };
  }

  /** A webhook with a delivery. */
  async delivery(): Promise<[webhook: string, delivery: string]> {
    const webhook = await this.webhook();
    const { DeliveryId } = await expectStatus(this.client.post(`${this.root}/webhooks/${webhook}/test`, {}), 202);
    return [webhook, DeliveryId];
  }

  async routeBody(): Promise<object> {
    const [, Domain] = (await this.sender()).split('@');
    return { Domain, Recipient: this.account.name() };
  }

  async route(): Promise<string> {
    return (await this.made('inbound/routes', await this.routeBody())).Route.Id;
  }

  /** An e-mail with a file that has come for a route. */
  async receivedEmail(): Promise<string> {
    const { Route } = await this.made('inbound/routes', await this.routeBody());
    const subject = this.account.name();
    await this.account.outside.handIn(`${Route.Recipient}@${Route.Domain}`, subject);
    const { Id } = await waitUntil(
      async () => {
        const { body } = await this.client.get(`${this.root}/inbound/emails`);
        return body.Emails.find(({ Subject }: { Subject: string | null }) => Subject === subject);
      },
      { ...PATIENCE, what: 'the received e-mail' },
    );
    return Id;
  }

  async domain(): Promise<string> {
    return (await this.made('domains', { Name: `${this.account.name()}.example` })).Domain.Id;
  }

  async verifiedDomain(): Promise<string> {
    return (await (this.verified ??= this.verifyDomain())).Id;
  }

  /** A sender of the domain that the account has verified. */
  async sender(): Promise<string> {
    return `hello@${(await (this.verified ??= this.verifyDomain())).Name}`;
  }

  async campaign(): Promise<string> {
    return (await this.made('campaigns', await this.campaignBody())).Campaign.Id;
  }

  async campaignBody(): Promise<object> {
    const { list } = await this.listWithMember();
    const Source = await this.sender();
    return { Name: this.account.name(), ListId: list, Source, Subject: 'News', Text: 'Hello.' };
  }

  /** A campaign that starts in an hour. */
  async scheduledCampaign(): Promise<string> {
    const id = await this.campaign();
    await expectStatus(this.client.post(`${this.root}/campaigns/${id}/start`, { SendAt: inAnHour() }), 200);
    return id;
  }

  /** A campaign that stopped at its start because its topic is gone. */
  async pausedCampaign(): Promise<string> {
    const TopicId = await this.topic();
    const id = (await this.made('campaigns', { ...(await this.campaignBody()), TopicId })).Campaign.Id;
    await expectStatus(this.client.delete(`${this.root}/topics/${TopicId}`), 204);
    await expectStatus(this.client.post(`${this.root}/campaigns/${id}/start`, {}), 200);
    await waitUntil(
      async () => (await this.client.get(`${this.root}/campaigns/${id}`)).body.Campaign.Status === 'paused',
      { ...PATIENCE, what: 'a paused campaign' },
    );
    return id;
  }

  async email(more: object = {}): Promise<object> {
    return {
      Source: await this.sender(),
      Destination: { ToAddresses: [this.account.address()] },
      Message: { Subject: { Data: this.account.mark }, Body: { Text: { Data: 'Hello.' } } },
      ...more,
    };
  }

  private async verifyDomain(): Promise<{ Id: string; Name: string }> {
    const { Domain } = await this.made('domains', { Name: `${this.account.name()}.example` });
    this.account.outside.publish(recordsOf(Domain));
    await expectStatus(this.client.post(`${this.root}/domains/${Domain.Id}/verify`, {}), 200);
    return Domain;
  }

  private made(collection: string, body: object): Promise<Answer['body']> {
    return expectStatus(this.client.post(`${this.root}/${collection}`, body), 200, 201);
  }
}

/** An account of Platform in both of its worlds. */
export class PlatformAccount {
  readonly api: PlatformRows;
  readonly v1: PlatformRows;

  constructor(readonly account: BuiltAccount) {
    this.api = new PlatformRows(account, '/api');
    this.v1 = new PlatformRows(account, '/v1');
  }

  under(root: Root): PlatformRows {
    return root === '/api' ? this.api : this.v1;
  }

  /** Accepts an e-mail, a text or a push message for in an hour; returns its id. */
  async waitingMessage(channel: 'emails' | 'sms' | 'push'): Promise<string> {
    const bodies = {
      emails: await this.v1.email(),
      sms: { To: ['+15005550100'], Body: this.account.mark },
      push: { Topic: 'news', Notification: { Title: 'Hello', Body: this.account.mark } },
    };
    const body = { ...bodies[channel], SendAt: inAnHour() };
    return (await expectStatus(this.v1.client.post(`/v1/${channel}/send`, body), 202)).MessageId;
  }

  async upload(): Promise<string> {
    const { type, content } = formOf({ File: { name: 'a.txt', type: 'text/plain', content: 'a file' } });
    const answer = this.v1.client.send('POST', '/v1/attachments', content, { 'content-type': type });
    return (await expectStatus(answer, 201)).Attachment.Id;
  }

  async device(): Promise<string> {
    const body = { Platform: 'ios', Token: `token-of-${this.account.name()}` };
    return (await expectStatus(this.v1.client.post('/v1/push/devices', body), 200)).Device.Id;
  }

  /** A text that the sandbox plays. */
  async receivedText(): Promise<string> {
    const body = { From: '+15005550100', To: '+5511912345678', Body: this.account.name() };
    return (await expectStatus(this.api.client.post('/api/sms/inbound', body), 200)).InboundId;
  }

  async smsSender(): Promise<string> {
    return (await expectStatus(this.api.client.post('/api/sms/senders', { Value: senderName() }), 201)).Sender.Id;
  }

  /** One of which an operator says that it is the account's. */
  async confirmedSmsSender(): Promise<string> {
    const id = await this.smsSender();
    await expectStatus(this.account.operator('platform').post(`/api/admin/sms/senders/${id}/confirm`, {}), 200);
    return id;
  }

  /** A telephone number that waits for its confirmation. */
  async smsNumber(): Promise<string> {
    const Value = `+55119${randomInt(10_000_000, 99_999_999)}`;
    return (await expectStatus(this.api.client.post('/api/sms/senders', { Value }), 201)).Sender.Id;
  }
}

interface ShownDomain {
  Records: { Name: string; Type: string; Value: string }[];
}

const recordsOf = ({ Records }: ShownDomain) =>
  Records.map(({ Name, Type, Value }) => ({ name: Name, type: Type, value: Value }));

export const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

let senders = 0;

/** A sender's name of at most eleven letters and digits. */
export function senderName(): string {
  senders += 1;
  return `Shop${process.pid % 10_000}x${senders}`.slice(0, 11);
}
