import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { createAccount, draft, putOnList } from '../campaigns.fixture.js';
import { ListsService } from '../../lists/lists.service.js';
import { CampaignAudiences, MAX_LOOKED_AT } from './campaign-audience.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));

const PREVIEW = operation(
  'mutation',
  'previewCampaign',
  { id: 'ID!', input: 'PreviewCampaignInput' },
  'to subject html text',
);
const TEST = operation(
  'mutation',
  'sendTestOfCampaign',
  { id: 'ID!', input: 'SendTestOfCampaignInput', idempotencyKey: 'String' },
  'messages { id }',
);
const AUDIENCE = operation(
  'query',
  'campaignAudience',
  { listId: 'ID!', topic: 'String' },
  'members pending lookedAt withoutAddress unsubscribed suppressed recipients isExact',
);

const PEOPLE = [
  { Email: 'ana@example.test', Name: 'Ana', Attributes: { city: 'Porto' } },
  { Email: 'bo@example.test', Attributes: { city: 'Bern' } },
];
const CONTENT = { Html: '<p>From {{ city }}, <a href="{{ unsubscribe_url }}">leave</a></p>', Text: null };

describe('a campaign that is tried', () => {
  it('is filled in for the first contact of its list, for another one, or with other data', async () => {
    const account = await createAccount(stack, PEOPLE);
    const id = await draft(account, CONTENT);
    const preview = async (input: object = {}) =>
      (await graphqlData(account.session, PREVIEW, { id, input })).previewCampaign;
    expect(await preview()).toEqual({
      to: 'ana@example.test',
      subject: 'News for Ana',
      html: '<p>From Porto, <a href="https://unsubscribe-link.invalid/">leave</a></p>',
      text: null,
    });
    const { body } = await account.session.get('/api/contacts?q=bo@');
    const other = await preview({ contactId: body.Contacts[0].Id });
    expect(other).toMatchObject({
      to: 'bo@example.test',
      subject: 'News for you',
      html: expect.stringContaining('Bern'),
    });
    expect(await preview({ data: { city: 'Rome', name: 'Eva' } })).toMatchObject({
      subject: 'News for Eva',
      html: expect.stringContaining('Rome'),
    });
    expect((await account.session.get('/api/messages')).body.Messages).toEqual([]);
  });

  it('has the parts of its template, and is made up where its list is empty', async () => {
    const account = await createAccount(stack);
    const { body } = await account.session.post('/api/templates', {
      Name: 'News',
      Channel: 'email',
      Subject: 'For {{ name }}',
      Text: 'Hello',
    });
    const id = await draft(account, { TemplateId: body.Template.Id, Subject: null, Text: null });
    const { previewCampaign } = await graphqlData(account.session, PREVIEW, { id, input: { data: { name: 'Eva' } } });
    expect(previewCampaign).toEqual({ to: null, subject: 'For Eva', html: null, text: 'Hello' });
    expect(await graphqlCodes(account.session, PREVIEW, { id })).toEqual(['MissingParameter']);
  });

  it('goes as a test to the user, marked as one, and is no message of the campaign', async () => {
    const account = await createAccount(stack, PEOPLE);
    const id = await draft(account, CONTENT);
    const { sendTestOfCampaign } = await graphqlData(account.session, TEST, { id, idempotencyKey: 'test' });
    const [{ id: messageId }] = sendTestOfCampaign.messages;
    const { Message } = (await account.session.get(`/api/messages/${messageId}`)).body;
    expect(Message).toMatchObject({ Subject: '[Test] News for Ana', From: account.tenant.source, CampaignId: null });
    expect(Message.TopicId).toBe(account.listId);
    expect(Message.Body.Html).toContain('From Porto');
    const { Campaign } = (await account.session.get(`/api/campaigns/${id}`)).body;
    expect(Campaign).toMatchObject({ Status: 'draft', Progress: { Accepted: 0 } });
    const entries = await stack.sql(
      `select after from audit_entry where action = 'campaign.tested' and object_id = $1`,
      [id],
    );
    expect(entries).toEqual([{ after: { messageId } }]);
    const again = await graphqlData(account.session, TEST, { id, idempotencyKey: 'test' });
    expect(again.sendTestOfCampaign).toEqual(sendTestOfCampaign);
  });

  it('is found by its account alone, and so are its contacts', async () => {
    const [account, rival] = [await createAccount(stack, PEOPLE), await createAccount(stack, PEOPLE)];
    const id = await draft(account, CONTENT);
    for (const query of [PREVIEW, TEST]) expect(await graphqlCodes(rival.session, query, { id })).toEqual(['NotFound']);
    const { body } = await rival.session.get('/api/contacts');
    const input = { contactId: body.Contacts[0].Id };
    expect(await graphqlCodes(account.session, PREVIEW, { id, input })).toEqual(['InvalidParameter']);
    expect(await graphqlCodes(account.session, PREVIEW, { id, input: { contactId: newId('cnt') } })).toEqual([
      'InvalidParameter',
    ]);
  });
});

describe('the audience of a campaign', () => {
  it('is counted beforehand: who has left, who is suppressed, who has no address', async () => {
    const account = await createAccount(stack, [...PEOPLE, { Phone: '+15005550100' }, { Email: 'x@example.test' }]);
    const count = async (topic?: string) =>
      (await graphqlData(account.session, AUDIENCE, { listId: account.listId, topic })).campaignAudience;
    const whole = { members: 4, pending: 0, lookedAt: 4, withoutAddress: 1, unsubscribed: 0, suppressed: 0 };
    expect(await count()).toEqual({ ...whole, recipients: 3, isExact: true });
    await account.session.post('/api/suppressions', { Address: 'BO@example.test', Reason: 'bounce' });
    await account.session.post('/api/suppressions', { Address: 'x@example.test', Reason: 'unsubscribe' });
    expect(await count()).toEqual({ ...whole, unsubscribed: 1, suppressed: 1, recipients: 1, isExact: true });
    const { body } = await account.session.post('/api/topics', { Name: 'Orders', Transactional: true });
    await stack.sql(`update suppression set topic = '*' where tenant_id = $1 and address = 'x@example.test'`, [
      account.tenant.id,
    ]);
    expect(await count(body.Topic.Slug)).toMatchObject({ unsubscribed: 0, suppressed: 1, recipients: 2 });
  });

  it('is that which the campaign then reaches', async () => {
    const account = await createAccount(stack, 30);
    for (const n of [3, 7])
      await account.session.post('/api/suppressions', { Address: `p${n}@example.test`, Reason: 'bounce' });
    const { campaignAudience } = await graphqlData(account.session, AUDIENCE, { listId: account.listId });
    expect(campaignAudience).toMatchObject({ members: 30, recipients: 28 });
  });

  it('of a list that is too long is estimated from its first members', async () => {
    const account = await createAccount(stack);
    await putOnList(stack, account.tenant, account.listId, MAX_LOOKED_AT + 2_000);
    await account.session.post('/api/suppressions', { Address: 'p1@example.test', Reason: 'manual' });
    const list = await stack.app.get(ListsService, { strict: false }).find(account.tenant.id, account.listId);
    const counted = await stack.app
      .get(CampaignAudiences, { strict: false })
      .count(account.tenant.id, list!, undefined);
    expect(counted).toMatchObject({ members: MAX_LOOKED_AT + 2_000, lookedAt: MAX_LOOKED_AT, isExact: false });
    expect(counted.recipients).toBeLessThanOrEqual(MAX_LOOKED_AT + 2_000);
    expect(counted.recipients).toBeGreaterThan(MAX_LOOKED_AT + 1_990);
  });

  it('of a list or topic of another account is refused', async () => {
    const [account, rival] = [await createAccount(stack), await createAccount(stack)];
    expect(await graphqlCodes(account.session, AUDIENCE, { listId: rival.listId })).toEqual(['NotFound']);
    const { body } = await rival.session.post('/api/topics', { Name: 'News' });
    const topic = body.Topic.Id;
    expect(await graphqlCodes(account.session, AUDIENCE, { listId: account.listId, topic })).toEqual([
      'InvalidParameter',
    ]);
  });
});
