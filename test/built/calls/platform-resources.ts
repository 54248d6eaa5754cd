import { type Calls, plain } from '../support/calls.js';
import { inAnHour, type PlatformAccount } from './platform-rows.js';

type PlatformCalls = Calls<PlatformAccount>;

/** Calls that users make under /api with a session, and servers under /v1 with a key. */
export function resourceCalls(root: '/api' | '/v1'): PlatformCalls {
  return {
    ...contacts(root),
    ...lists(root),
    ...campaigns(root),
    ...templates(root),
    ...topics(root),
    ...webhooks(root),
    ...domains(root),
    ...inbound(root),
    ...suppressions(root),
    ...reports(root),
  };
}

const contacts = (root: '/api' | '/v1'): PlatformCalls => ({
  [`GET ${root}/contacts`]: plain,
  [`POST ${root}/contacts`]: ({ account }) => ({ body: { Email: account.address(), Name: account.mark } }),
  [`POST ${root}/contacts/bulk`]: ({ account }) => ({ body: { Contacts: [{ Email: account.address() }] } }),
  [`GET ${root}/contacts/{id}`]: async (own) => ({ ids: [await own.under(root).contact()] }),
  [`PATCH ${root}/contacts/{id}`]: async (own) => ({ ids: [await own.under(root).contact()], body: { Name: 'Bia' } }),
  [`DELETE ${root}/contacts/{id}`]: async (own) => ({ ids: [await own.under(root).contact()] }),
});

const lists = (root: '/api' | '/v1'): PlatformCalls => ({
  [`GET ${root}/lists`]: plain,
  [`POST ${root}/lists`]: ({ account }) => ({ body: { Name: account.name() } }),
  [`GET ${root}/lists/{id}`]: async (own) => ({ ids: [await own.under(root).list()] }),
  [`DELETE ${root}/lists/{id}`]: async (own) => ({ ids: [await own.under(root).list()] }),
  [`GET ${root}/lists/{id}/members`]: async (own) => ({ ids: [(await own.under(root).listWithMember()).list] }),
  [`POST ${root}/lists/{id}/members`]: async (own) => ({
    ids: [await own.under(root).list()],
    body: { ContactIds: [await own.under(root).contact()] },
  }),
  [`DELETE ${root}/lists/{id}/members`]: async (own) => {
    const { list, contact } = await own.under(root).listWithMember();
    return { ids: [list], body: { ContactIds: [contact] } };
  },
});

const campaigns = (root: '/api' | '/v1'): PlatformCalls => ({
  [`GET ${root}/campaigns`]: plain,
  [`POST ${root}/campaigns`]: async (own) => ({ body: await own.under(root).campaignBody() }),
  [`GET ${root}/campaigns/{id}`]: async (own) => ({ ids: [await own.under(root).campaign()] }),
  [`PATCH ${root}/campaigns/{id}`]: async (own) => ({
    ids: [await own.under(root).campaign()],
    body: { Subject: 'More news' },
  }),
  [`DELETE ${root}/campaigns/{id}`]: async (own) => ({ ids: [await own.under(root).campaign()] }),
  [`POST ${root}/campaigns/{id}/start`]: async (own) => ({
    ids: [await own.under(root).campaign()],
    body: { SendAt: inAnHour() },
  }),
  [`POST ${root}/campaigns/{id}/pause`]: async (own) => ({
    ids: [await own.under(root).pausedCampaign()],
    instead: { status: 409, because: 'Only a campaign that runs is paused, and one to few contacts runs for a moment' },
  }),
  [`POST ${root}/campaigns/{id}/resume`]: async (own) => ({ ids: [await own.under(root).pausedCampaign()] }),
  [`POST ${root}/campaigns/{id}/cancel`]: async (own) => ({ ids: [await own.under(root).scheduledCampaign()] }),
});

const templates = (root: '/api' | '/v1'): PlatformCalls => ({
  [`GET ${root}/templates`]: plain,
  [`POST ${root}/templates`]: ({ account }) => ({
    body: { Name: account.name(), Channel: 'email', Subject: 'Hello', Text: 'Hello.' },
  }),
  [`GET ${root}/templates/{id}`]: async (own) => ({ ids: [await own.under(root).template()] }),
  [`PATCH ${root}/templates/{id}`]: async (own) => ({
    ids: [await own.under(root).template()],
    body: { Subject: 'Hi' },
  }),
  [`DELETE ${root}/templates/{id}`]: async (own) => ({ ids: [await own.under(root).template()] }),
  [`POST ${root}/templates/{id}/preview`]: async (own) => ({ ids: [await own.under(root).template()] }),
});

const topics = (root: '/api' | '/v1'): PlatformCalls => ({
  [`GET ${root}/topics`]: plain,
  [`POST ${root}/topics`]: ({ account }) => ({ body: { Name: account.name() } }),
  [`GET ${root}/topics/{name}`]: async (own) => ({ ids: [await own.under(root).topic()] }),
  [`PATCH ${root}/topics/{name}`]: async (own) => ({
    ids: [await own.under(root).topic()],
    body: { Description: 'What is new' },
  }),
  [`DELETE ${root}/topics/{name}`]: async (own) => ({ ids: [await own.under(root).topic()] }),
});

const webhooks = (root: '/api' | '/v1'): PlatformCalls => {
  const deliveries = `${root}/webhooks/{id}/deliveries`;
  return {
    [`GET ${root}/webhooks`]: plain,
    [`POST ${root}/webhooks`]: (own) => ({ body: own.under(root).webhookBody() }),
    [`GET ${root}/webhooks/{id}`]: async (own) => ({ ids: [await own.under(root).webhook()] }),
    [`PATCH ${root}/webhooks/{id}`]: async (own) => ({
      ids: [await own.under(root).webhook()],
      body: { Active: false },
    }),
    [`DELETE ${root}/webhooks/{id}`]: async (own) => ({ ids: [await own.under(root).webhook()] }),
    [`POST ${root}/webhooks/{id}/rotate-secret`]: async (own) => ({ ids: [await own.under(root).webhook()] }),
    [`POST ${root}/webhooks/{id}/test`]: async (own) => ({ ids: [await own.under(root).webhook()] }),
    [`POST ${root}/webhooks/{id}/replay`]: async (own) => ({
      ids: [await own.under(root).webhook()],
      body: { From: new Date(Date.now() - 60_000).toISOString(), To: new Date().toISOString() },
    }),
    [`GET ${deliveries}`]: async (own) => ({ ids: [(await own.under(root).delivery())[0]] }),
    [`GET ${deliveries}/{delivery}`]: async (own) => ({ ids: await own.under(root).delivery() }),
    [`POST ${deliveries}/{delivery}/resend`]: async (own) => ({ ids: await own.under(root).delivery() }),
  };
};

const inbound = (root: '/api' | '/v1'): PlatformCalls => ({
  [`GET ${root}/inbound/routes`]: plain,
  [`POST ${root}/inbound/routes`]: async (own) => ({ body: await own.under(root).routeBody() }),
  [`GET ${root}/inbound/routes/{id}`]: async (own) => ({ ids: [await own.under(root).route()] }),
  [`PATCH ${root}/inbound/routes/{id}`]: async (own) => ({
    ids: [await own.under(root).route()],
    body: { Enabled: false },
  }),
  [`DELETE ${root}/inbound/routes/{id}`]: async (own) => ({ ids: [await own.under(root).route()] }),
  [`GET ${root}/inbound/emails`]: plain,
  [`GET ${root}/inbound/emails/{id}`]: async (own) => ({ ids: [await own.under(root).receivedEmail()] }),
  [`GET ${root}/inbound/emails/{id}/raw`]: async (own) => ({ ids: [await own.under(root).receivedEmail()] }),
  [`GET ${root}/inbound/emails/{id}/attachments/{index}`]: async (own) => ({
    ids: [await own.under(root).receivedEmail(), '0'],
  }),
});

const domains = (root: '/api' | '/v1'): PlatformCalls => ({
  [`GET ${root}/domains`]: plain,
  [`POST ${root}/domains`]: ({ account }) => ({ body: { Name: `${account.name()}.example` } }),
  [`GET ${root}/domains/{id}`]: async (own) => ({ ids: [await own.under(root).domain()] }),
  [`DELETE ${root}/domains/{id}`]: async (own) => ({ ids: [await own.under(root).domain()] }),
  [`POST ${root}/domains/{id}/verify`]: async (own) => ({ ids: [await own.under(root).domain()] }),
  [`POST ${root}/domains/{id}/rotate-keys`]: async (own) => ({ ids: [await own.under(root).verifiedDomain()] }),
});

const suppressions = (root: '/api' | '/v1'): PlatformCalls => ({
  [`GET ${root}/suppressions`]: plain,
  [`POST ${root}/suppressions`]: ({ account }) => ({ body: { Address: account.address() } }),
  [`GET ${root}/suppressions/{name}`]: async (own) => ({ ids: [await own.under(root).suppression()] }),
  [`DELETE ${root}/suppressions/{name}`]: async (own) => ({ ids: [await own.under(root).suppression()] }),
});

const reports = (root: '/api' | '/v1'): PlatformCalls => ({
  [`GET ${root}/reports/overview`]: plain,
  [`GET ${root}/reports/timeseries`]: plain,
  [`GET ${root}/reports/groups`]: { query: { by: 'environment' } },
  [`GET ${root}/reports/top-templates`]: plain,
});
