import { beforeAll, describe, expect, it } from 'vitest';
import { EveryApp, type AccountOfApps } from '../support/every-app.js';
import { graphqlData } from '../support/graphql.js';
import { HttpClient } from '../support/http-client.js';
import { graphqlStatements } from '../support/statements.js';
import { useStack } from '../support/use-stack.js';

const MESSAGES = 20;

const every = useStack(() => EveryApp.start());
let account: AccountOfApps;
/** A session at the dashboard, as its page has one. */
let session: HttpClient;

beforeAll(async () => {
  account = await every.createAccount();
  session = new HttpClient(every.dashboard.url, { authorization: `Bearer ${account.token}` });
  for (let n = 0; n < MESSAGES; n += 1) {
    const message = { Subject: { Data: `Order ${n}` }, Body: { Text: { Data: 'On its way.' } } };
    const sent = {
      Source: account.source,
      Destination: { ToAddresses: [`person-${n}@example.test`] },
      Message: message,
    };
    expect((await account.sender.post('/v1/emails/send', sent)).status).toBe(202);
  }
});

/** The statements that read a page of messages with more of each, in all apps. */
async function statementsOf(first: number, more: string): Promise<string[]> {
  const query = `query ($first: Int) { messages(first: $first) { edges { node { id to status ${more} } } pageInfo { hasNextPage } } }`;
  const { messages } = await graphqlData(session, query, { first });
  expect(messages.edges).toHaveLength(first);
  const found = await graphqlStatements(session, query, { first }, /^\s*(?:with|select)/i);
  return found.filter((text) => !text.includes('set_config'));
}

describe('a page of messages through the gateway', () => {
  it('takes three statements at most with the events of each', async () => {
    expect((await statementsOf(MESSAGES, 'events { id type occurredAt }')).length).toBeLessThanOrEqual(3);
  });

  it('takes as many for two as for twenty with the contact of each, which another app has', async () => {
    const link = 'crmContact { id nome }';
    const [two, twenty] = [await statementsOf(2, link), await statementsOf(MESSAGES, link)];
    expect(twenty).toHaveLength(two.length);
    expect(twenty.length).toBeLessThanOrEqual(5);
  });
});
