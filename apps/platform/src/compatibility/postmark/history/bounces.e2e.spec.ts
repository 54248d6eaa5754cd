import type { Models, ServerClient } from 'postmark';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../../test/support/use-stack.js';
import { emailOf, failure, postmarkFor } from '../postmark.fixture.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
let postmark: ServerClient;
let rival: ServerClient;
let bounce: Models.Bounce;

/** The bounce of an e-mail, once its report came. */
const bounceOf = (client: ServerClient, { MessageID }: { MessageID: string }, filter: object = {}) =>
  waitUntil(async () => {
    const { Bounces } = await client.getBounces({ count: 10, ...filter });
    return Bounces.find((one) => one.MessageID === MessageID);
  });

beforeAll(async () => {
  postmark = await postmarkFor(stack, acme);
  rival = await postmarkFor(stack, await stack.createTenant());
  const sent = await postmark.sendEmail(emailOf(acme, { To: 'bounced+1@sandbox.test', Tag: 'bounced' }));
  bounce = await bounceOf(postmark, sent, { tag: 'bounced' });
});

describe('bounces', () => {
  it('are listed and read with what the server said', async () => {
    expect(bounce).toMatchObject({
      Type: 'HardBounce',
      TypeCode: 1,
      Email: 'bounced+1@sandbox.test',
      Tag: 'bounced',
      Inactive: false,
      From: acme.source,
    });
    expect(await postmark.getBounce(bounce.ID)).toEqual(bounce);
    const page = await postmark.getBounces({ count: 10, offset: 1, emailFilter: 'bounced+1@sandbox.test' });
    expect(page).toMatchObject({ TotalCount: 1, Bounces: [] });
    const details = await postmark.getOutboundMessageDetails(bounce.MessageID);
    expect(details.MessageEvents).toContainEqual(
      expect.objectContaining({ Type: 'Bounced', Details: expect.objectContaining({ BounceID: bounce.ID }) }),
    );
  });

  it('are those of a message', async () => {
    const { MessageID } = bounce;
    expect((await postmark.getBounces({ messageID: MessageID })).Bounces.map(({ ID }) => ID)).toEqual([bounce.ID]);
    for (const other of ['msg_0000000000000000', 'nonsense'])
      expect((await postmark.getBounces({ messageID: other })).TotalCount).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    expect((await postmark.getBounces({ messageID: MessageID, fromDate: today })).TotalCount).toBe(1);
    expect((await postmark.getBounces({ messageID: MessageID, toDate: '2026-1-2' })).TotalCount).toBe(0);
  });

  it('are those of a time, whatever the case of its name', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await postmark.getBounces({ fromDate: today, toDate: today })).TotalCount).toBe(1);
    expect((await postmark.getBounces({ fromDate: '2026-1-1', toDate: '2026-1-2' })).TotalCount).toBe(0);
  });

  it('have no report, which their dump says', async () => {
    const dump = await failure(postmark.getBounceDump(bounce.ID));
    expect(dump).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Reports of bounces are not kept'),
    });
  });

  it('make an address inactive until the bounce is activated', async () => {
    const Address = 'bounced+2@sandbox.test';
    const second = await bounceOf(postmark, await postmark.sendEmail(emailOf(acme, { To: Address })));
    await (await acme.session()).post('/api/suppressions', { Address, Reason: 'bounce' });
    expect((await failure(postmark.sendEmail(emailOf(acme, { To: Address })))).code).toBe(406);
    expect(await postmark.activateBounce(second.ID)).toMatchObject({ Message: 'OK', Bounce: { ID: second.ID } });
    expect((await postmark.sendEmail(emailOf(acme, { To: Address }))).ErrorCode).toBe(0);
    const reader = await postmarkFor(stack, acme, 'emails:read');
    expect((await failure(reader.activateBounce(second.ID))).code).toBe(10);
  });

  it('are wrong input for the client where a query says no number or no time', async () => {
    for (const filter of [
      { count: -1 },
      { count: 501 },
      { offset: 10_000 },
      { fromDate: 'yesterday' },
      { toDate: '2026-2-31' },
    ])
      expect(await failure(postmark.getBounces(filter))).toMatchObject({
        name: 'ApiInputError',
        statusCode: 422,
        code: 408,
      });
  });

  it('are hidden from another tenant, as its counts are', async () => {
    expect((await failure(rival.getBounce(bounce.ID))).code).toBe(407);
    expect((await failure(rival.activateBounce(bounce.ID))).code).toBe(407);
    expect(await rival.getBounces()).toEqual({ TotalCount: 0, Bounces: [] });
    expect((await rival.getDeliveryStatistics()).Bounces[0]).toEqual({ Name: 'All', Count: 0 });
  });
});

describe('the delivery statistics', () => {
  it('count bounces, complaints and inactive addresses of e-mail', async () => {
    const tenant = await stack.createTenant();
    const [client, session] = [await postmarkFor(stack, tenant), await tenant.session()];
    for (const Address of ['left@example.test', '+351912345678']) await session.post('/api/suppressions', { Address });
    await bounceOf(client, await client.sendEmail(emailOf(tenant, { To: 'bounced@sandbox.test' })));
    const complained = await client.sendEmail(emailOf(tenant, { To: 'complained@sandbox.test' }));
    await bounceOf(client, complained, { type: 'SpamComplaint' });
    expect(await client.getDeliveryStatistics()).toEqual({
      InactiveMails: 1,
      Bounces: [
        { Name: 'All', Count: 2 },
        { Name: 'Spam complaint', Type: 'SpamComplaint', Count: 1 },
      ],
    });
  });

  it('need the scopes of both', async () => {
    const reader = await postmarkFor(stack, acme, 'emails:read');
    expect(await failure(reader.getDeliveryStatistics())).toMatchObject({ statusCode: 401, code: 10 });
  });
});
