import { beforeAll, describe, expect, it } from 'vitest';
import { consoleStack } from '../../../../test/support/console-stack.js';
import { graphqlCodes, graphqlData, operation } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import type { TestOwner, TestUser } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(consoleStack);

const TEST = operation(
  'mutation',
  'sendTestOfTemplate',
  { id: 'ID!', input: 'SendTestOfTemplateInput!', idempotencyKey: 'String' },
  'messages { id }',
);
const Source = 'Shop <shop@demo.test>';

let owner: TestOwner;
let member: TestUser;
let session: HttpClient;
let id: string;

beforeAll(async () => {
  owner = await stack.identity.createOwner();
  await stack.identity.verify(owner);
  member = await stack.identity.createMember(owner);
  const token = await stack.identity.login(owner);
  session = stack.platform.anonymous.with({ authorization: `Bearer ${token}`, 'x-service-tenant': owner.tenantId });
  const template = { Name: 'News', Channel: 'email', Subject: 'Hi {{ name }}', Html: '<p>{{ name }}</p>' };
  id = (await session.post('/api/templates', template)).body.Template.Id;
});

/** Sends a test; returns the message. */
async function sent(input: object) {
  const { sendTestOfTemplate } = await graphqlData(session, TEST, { id, input: { source: Source, ...input } });
  return (await session.get(`/api/messages/${sendTestOfTemplate.messages[0].id}`)).body.Message;
}

describe('a test of a template', () => {
  it('goes to the user who sends it, filled in and marked as a test', async () => {
    const message = await sent({ data: { name: 'Ana' } });
    expect(message).toMatchObject({ To: owner.email, From: Source, Subject: '[Test] Hi Ana', TemplateId: null });
    expect(message.Body).toEqual({ Html: '<p>Ana</p>', Text: 'Ana' });
    const entries = await stack.platform.sql(
      `select after from audit_entry where action = 'template.tested' and object_id = $1`,
      [id],
    );
    expect(entries).toEqual([{ after: { messageId: message.Id } }]);
  });

  it('is sent once for a key, however often it is asked for', async () => {
    const send = (subject: string, idempotencyKey?: string) =>
      graphqlData(session, TEST, { id, input: { source: Source, data: { name: subject } }, idempotencyKey });
    const idOf = async (answer: ReturnType<typeof send>) => (await answer).sendTestOfTemplate.messages[0].id;
    const first = await idOf(send('Key', 'test-1'));
    expect(await idOf(send('Key', 'test-1'))).toBe(first);
    expect(await idOf(send('Key', 'test-2'))).not.toBe(first);
    expect(await idOf(send('Key'))).not.toBe(first);
    const tested = `select id from audit_entry where action = 'template.tested' and after->>'messageId' = $1`;
    expect(await stack.platform.sql(tested, [first])).toHaveLength(1);
    const other = { id, input: { source: Source, data: { name: 'Other' } }, idempotencyKey: 'test-1' };
    expect(await graphqlCodes(session, TEST, other)).toEqual(['IdempotencyConflict']);
  });

  it('may go to a member, in any spelling of the address', async () => {
    expect((await sent({ to: member.email.toUpperCase(), data: { name: 'Bo' } })).To).toBe(member.email);
  });

  it('goes to nobody else', async () => {
    const stranger = await stack.identity.createOwner();
    for (const to of [stranger.email, 'nobody@example.test', 'no address']) {
      const input = { source: Source, to, data: { name: 'x' } };
      expect(await graphqlCodes(session, TEST, { id, input }), to).toEqual(['InvalidParameter']);
    }
  });

  it('needs an address of the user that is verified', async () => {
    const unverified = await stack.identity.createMember(owner);
    const token = await stack.identity.login(unverified);
    const client = stack.platform.anonymous.with({
      authorization: `Bearer ${token}`,
      'x-service-tenant': owner.tenantId,
    });
    const input = { source: Source, data: { name: 'x' } };
    expect(await graphqlCodes(client, TEST, { id, input })).toEqual(['PermissionDenied']);
    expect(await graphqlCodes(client, TEST, { id, input: { ...input, to: owner.email } })).toEqual([]);
  });

  it('names a variable that is missing, and is of e-mail alone', async () => {
    expect(await graphqlCodes(session, TEST, { id, input: { source: Source } })).toEqual(['MissingParameter']);
    const text = { Name: 'Text', Channel: 'sms', Text: 'Hi' };
    const other = (await session.post('/api/templates', text)).body.Template.Id;
    expect(await graphqlCodes(session, TEST, { id: other, input: { source: Source } })).toEqual(['InvalidParameter']);
  });

  it('goes through the checks of every e-mail', async () => {
    const input = { source: 'shop@unverified.example.com', data: { name: 'x' } };
    expect(await graphqlCodes(session, TEST, { id, input })).toEqual(['DomainNotVerified']);
  });
});
