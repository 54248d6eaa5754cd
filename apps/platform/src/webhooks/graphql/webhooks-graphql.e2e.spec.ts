import { beforeAll, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import { askGraphql, graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import { graphqlNames } from '../../../../../test/support/graphql-names.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { TestWebhook } from '../../../../../test/support/webhooks.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: sink.host } }));
let rival: HttpClient;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
const WEBHOOK = 'id environment url events format active failingSince disabledAt createdAt updatedAt';
const DELIVERY = `id eventId eventType status attempts responseStatus error createdAt lastAttemptAt nextAttemptAt`;
const OF_DELIVERY = { id: 'ID!', deliveryId: 'ID!' };
const CREATE = operation(
  'mutation',
  'createWebhook',
  { input: 'CreateWebhookInput!' },
  `webhook { ${WEBHOOK} } secret`,
);
const UPDATE = operation('mutation', 'updateWebhook', { id: 'ID!', input: 'UpdateWebhookInput!' }, WEBHOOK);
const DELETE = operation('mutation', 'deleteWebhook', { id: 'ID!' });
const ROTATE = operation('mutation', 'rotateWebhookSecret', { id: 'ID!' }, 'secret previousSecretExpiresAt');
const TEST = operation('mutation', 'testWebhook', { id: 'ID!', input: 'TestWebhookInput' }, 'deliveryId');
const REPLAY = operation('mutation', 'replayWebhook', { id: 'ID!', input: 'ReplayWebhookInput!' }, 'count');
const RESEND = operation('mutation', 'resendWebhookDelivery', OF_DELIVERY, 'deliveryId');
const READ = operation('query', 'webhook', { id: 'ID!' }, WEBHOOK);
const LIST = operation(
  'query',
  'webhooks',
  { first: 'Int', after: 'String' },
  'edges { node { url } } pageInfo { hasNextPage endCursor }',
);
const READ_DELIVERY = operation(
  'query',
  'webhookDelivery',
  OF_DELIVERY,
  `${DELIVERY} payload attemptLog { number attemptedAt durationMs responseStatus error responseSnippet }`,
);
const DELIVERIES = operation(
  'query',
  'webhookDeliveries',
  { id: 'ID!', first: 'Int', after: 'String', status: 'String', event: 'String', from: 'String', to: 'String' },
  `edges { node { ${DELIVERY} } } pageInfo { hasNextPage endCursor }`,
);

const HOUR_MS = 3_600_000;
const lastHour = () => ({
  from: new Date(Date.now() - HOUR_MS).toISOString(),
  to: new Date(Date.now() + HOUR_MS).toISOString(),
});

describe('webhooks by GraphQL', () => {
  it('are added, changed and removed, as REST shows them', async () => {
    const admin = await (await stack.createTenant()).session('admin');
    const input = { url: `${sink.url}/hook`, events: ['email.sent'], format: 'resend' };
    const { webhook, secret } = (await graphqlData(admin, CREATE, { input })).createWebhook;
    const { id } = webhook;
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toEqual(graphqlNames((await admin.get(`/api/webhooks/${id}`)).body.Webhook));
    const change = { active: false, format: 'postmark', events: ['email.opened'] };
    const changed = (await graphqlData(admin, UPDATE, { id, input: change })).updateWebhook;
    expect(changed).toMatchObject({ url: input.url, ...change });
    expect((await graphqlData(admin, READ, { id })).webhook).toEqual(changed);
    const rotated = (await graphqlData(admin, ROTATE, { id })).rotateWebhookSecret;
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.previousSecretExpiresAt)).toBeGreaterThan(Date.now());
    expect(await graphqlCodes(admin, TEST, { id })).toEqual(['Conflict']);
    expect(await graphqlData(admin, DELETE, { id })).toEqual({ deleteWebhook: id });
    expect(await graphqlCodes(admin, READ, { id })).toEqual(['NotFound']);
  });

  it('are refused as on REST', async () => {
    const { id, session } = await TestWebhook.create(stack, `${sink.url}/refused`);
    const { errors } = await askGraphql(session, CREATE, {
      input: { url: 'http://127.0.0.1/', events: ['email.sent'] },
    });
    expect(errors[0]?.extensions).toMatchObject({ code: 'InvalidParameter', details: [{ Field: 'url' }] });
    expect(await graphqlCodes(session, UPDATE, { id, input: {} })).toEqual(['MissingParameter']);
    expect(await graphqlCodes(session, UPDATE, { id, input: { events: ['no.event'] } })).toEqual(['InvalidParameter']);
    expect(await graphqlCodes(session, REPLAY, { id, input: { from: 'then', to: 'now' } })).toEqual([
      'ValidationError',
    ]);
  });

  it('are read by members and changed by admins alone', async () => {
    const { id, tenant } = await TestWebhook.create(stack, `${sink.url}/roles`);
    const member = await tenant.session('member');
    expect((await graphqlData(member, READ, { id })).webhook).toMatchObject({ id });
    expect((await graphqlData(member, DELIVERIES, { id })).webhookDeliveries.edges).toEqual([]);
    const deliveryId = 'whd_0c7b3f19ad62e04f';
    for (const [query, variables] of [
      [CREATE, { input: { url: `${sink.url}/no`, events: ['email.sent'] } }],
      [UPDATE, { id, input: { active: false } }],
      [DELETE, { id }],
      [ROTATE, { id }],
      [TEST, { id }],
      [REPLAY, { id, input: lastHour() }],
      [RESEND, { id, deliveryId }],
    ] as const)
      expect(await graphqlCodes(member, query, variables)).toEqual(['PermissionDenied']);
  });

  it('are a connection whose pages meet, newest first', async () => {
    const { tenant, session } = await TestWebhook.create(stack, `${sink.url}/one`);
    for (const name of ['two', 'three']) await TestWebhook.create(stack, `${sink.url}/${name}`, tenant);
    const { webhooks } = await graphqlData(session, LIST, { first: 2 });
    const next = await graphqlData(session, LIST, { first: 2, after: webhooks.pageInfo.endCursor });
    const urls = [...webhooks.edges, ...next.webhooks.edges].map(({ node }) => node.url);
    expect(urls).toEqual(['three', 'two', 'one'].map((name) => `${sink.url}/${name}`));
    expect(next.webhooks.pageInfo.hasNextPage).toBe(false);
  });

  it('show their deliveries by event and by time', async () => {
    const { id, session } = await TestWebhook.create(stack, `${sink.url}/filtered`);
    await graphqlData(session, UPDATE, { id, input: { events: ['email.sent', 'sms.failed'] } });
    const deliver = async (eventType: string) =>
      (await graphqlData(session, TEST, { id, input: { eventType } })).testWebhook.deliveryId as string;
    const [sent, failed] = [await deliver('email.sent'), await deliver('sms.failed')];
    const found = async (variables: object) =>
      (await graphqlData(session, DELIVERIES, { id, ...variables })).webhookDeliveries.edges.map(
        ({ node }: { node: { id: string } }) => node.id,
      );
    expect(await found({ event: 'email.sent' })).toEqual([sent]);
    expect(await found({ event: 'sms.failed' })).toEqual([failed]);
    expect(await found({ event: 'email.bounced' })).toEqual([]);
    expect(await found(lastHour())).toEqual([failed, sent]);
    expect(await found({ from: lastHour().to })).toEqual([]);
    expect(await found({ to: lastHour().from })).toEqual([]);
    expect(await found({ ...lastHour(), event: 'email.sent' })).toEqual([sent]);
    const { body } = await session.get(`/api/webhooks/${id}/deliveries?event=sms.failed`);
    expect(body.Deliveries.map(({ Id }: { Id: string }) => Id)).toEqual([failed]);
    for (const wrong of [{ event: 'email.lost' }, { from: lastHour().to, to: lastHour().from }])
      expect(await graphqlCodes(session, DELIVERIES, { id, ...wrong })).toEqual(['InvalidParameter']);
  });

  it('of another account are not found by any field', async () => {
    const { id } = await TestWebhook.create(stack, `${sink.url}/mine`);
    const deliveryId = 'whd_0c7b3f19ad62e04f';
    for (const [query, variables] of [
      [READ, { id }],
      [UPDATE, { id, input: { active: false } }],
      [DELETE, { id }],
      [ROTATE, { id }],
      [TEST, { id }],
      [REPLAY, { id, input: lastHour() }],
      [DELIVERIES, { id }],
      [READ_DELIVERY, { id, deliveryId }],
      [RESEND, { id, deliveryId }],
    ] as const)
      expect(await graphqlCodes(rival, query, variables)).toEqual(['NotFound']);
  });
});

describe('deliveries by GraphQL', () => {
  it('are read as on REST, sent again, and replayed', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/deliveries`);
    const { id, session } = webhook;
    const { delivery: deliveryId } = await webhook.recordEmailSent();
    const ofRest = await webhook.waitForEnd(deliveryId);
    const { webhookDelivery } = await graphqlData(session, READ_DELIVERY, { id, deliveryId });
    expect(webhookDelivery).toEqual({
      ...graphqlNames(ofRest),
      attemptLog: ofRest.AttemptLog.map(graphqlNames),
    });
    const again = (await graphqlData(session, RESEND, { id, deliveryId })).resendWebhookDelivery.deliveryId as string;
    expect(await webhook.waitForEnd(again)).toMatchObject({ EventId: ofRest.EventId, Status: 'delivered' });
    const sample = (await graphqlData(session, TEST, { id, input: { eventType: 'email.failed' } })).testWebhook;
    expect(await webhook.waitForEnd(sample.deliveryId)).toMatchObject({ EventType: 'email.failed' });
    expect((await graphqlData(session, REPLAY, { id, input: lastHour() })).replayWebhook).toEqual({ count: 2 });
    const unknown = { id, deliveryId: 'whd_0c7b3f19ad62e04f' };
    for (const query of [READ_DELIVERY, RESEND])
      for (const variables of [unknown, { id, deliveryId: 'x' }])
        expect(await graphqlCodes(session, query, variables)).toEqual(['NotFound']);
  });

  it('are a connection whose pages meet, by status', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/pages`);
    const { id, session } = webhook;
    const made: string[] = [];
    for (let n = 0; n < 3; n += 1) made.push((await webhook.recordEmailSent()).delivery);
    for (const delivery of made) await webhook.waitForEnd(delivery);
    const { webhookDeliveries } = await graphqlData(session, DELIVERIES, { id, first: 2 });
    const after = webhookDeliveries.pageInfo.endCursor;
    const next = await graphqlData(session, DELIVERIES, { id, first: 2, after });
    const ids = [...webhookDeliveries.edges, ...next.webhookDeliveries.edges].map(({ node }) => node.id);
    expect(ids).toEqual(made.toReversed());
    expect(next.webhookDeliveries.pageInfo.hasNextPage).toBe(false);
    const failed = await graphqlData(session, DELIVERIES, { id, status: 'failed' });
    expect(failed.webhookDeliveries.edges).toEqual([]);
    expect(await graphqlCodes(session, DELIVERIES, { id, status: 'lost' })).toEqual(['InvalidParameter']);
  });
});
