import {
  DeleteSuppressedDestinationCommand,
  GetSuppressedDestinationCommand,
  ListSuppressedDestinationsCommand,
  type ListSuppressedDestinationsCommandInput,
  paginateListSuppressedDestinations,
  PutSuppressedDestinationCommand,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, it } from 'vitest';
import { platformStack, type TestTenant } from '../../../../../../test/support/platform-stack.js';
import { sesClients, sesFailure } from '../../../../../../test/support/ses-clients.js';
import { useStack } from '../../../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
let tenant: TestTenant;
let ses: SESv2Client;

beforeEach(async () => {
  tenant = await stack.createTenant();
  ses = (await sesClients(stack, tenant)).v2;
});

const put = (EmailAddress: string, Reason: 'BOUNCE' | 'COMPLAINT' = 'BOUNCE') =>
  ses.send(new PutSuppressedDestinationCommand({ EmailAddress, Reason }));
const list = (input: ListSuppressedDestinationsCommandInput = {}, by = ses) =>
  by.send(new ListSuppressedDestinationsCommand(input));
const addressesOf = async (input: ListSuppressedDestinationsCommandInput = {}) =>
  (await list(input)).SuppressedDestinationSummaries?.map(({ EmailAddress }) => EmailAddress);
const add = async (entry: object): Promise<void> => {
  const { status } = await (await tenant.session()).post('/api/suppressions', entry);
  expect(status).toBe(201);
};

describe('the list of suppressed addresses', () => {
  it('has each address with its reason and time', async () => {
    expect(await list()).toMatchObject({ SuppressedDestinationSummaries: [] });
    await put('ana@example.test');
    await put('rui@example.test', 'COMPLAINT');
    await add({ Address: 'cara@example.test', Reason: 'unsubscribe' });
    const { SuppressedDestinationSummaries: all, NextToken } = await list();
    expect(all?.map(({ EmailAddress, Reason }) => [EmailAddress, Reason])).toEqual([
      ['cara@example.test', 'COMPLAINT'],
      ['rui@example.test', 'COMPLAINT'],
      ['ana@example.test', 'BOUNCE'],
    ]);
    expect(NextToken).toBeUndefined();
    expect(Date.now() - (all?.[0]?.LastUpdateTime?.getTime() ?? 0)).toBeLessThan(600_000);
  });

  it('is narrowed to reasons and times', async () => {
    await put('ana@example.test');
    await put('rui@example.test', 'COMPLAINT');
    await stack.sql(
      `update suppression set created_at = '2026-01-02T03:04:05Z' where tenant_id = $1 and address like 'ana%'`,
      [tenant.id],
    );
    expect(await addressesOf({ Reasons: ['BOUNCE'] })).toEqual(['ana@example.test']);
    expect(await addressesOf({ Reasons: ['COMPLAINT'] })).toEqual(['rui@example.test']);
    expect(await addressesOf({ Reasons: ['BOUNCE', 'COMPLAINT'] })).toHaveLength(2);
    expect(await addressesOf({ StartDate: new Date('2026-01-02T03:04:06Z') })).toEqual(['rui@example.test']);
    expect(await addressesOf({ StartDate: new Date('2026-01-02T03:04:05Z') })).toHaveLength(2);
    expect(await addressesOf({ EndDate: new Date('2026-01-02T03:04:06Z') })).toEqual(['ana@example.test']);
    expect(await addressesOf({ EndDate: new Date('2026-01-02T03:04:05Z') })).toEqual([]);
  });

  it('goes on page by page', async () => {
    const names = Array.from({ length: 7 }, (_, n) => `p${n}@example.test`);
    for (const name of names) await put(name, name < 'p3' ? 'COMPLAINT' : 'BOUNCE');
    const found: (string | undefined)[] = [];
    for await (const page of paginateListSuppressedDestinations({ client: ses, pageSize: 3 }, {}))
      found.push(...(page.SuppressedDestinationSummaries ?? []).map(({ EmailAddress }) => EmailAddress));
    expect(found).toEqual(names.toReversed());
    const { NextToken } = await list({ PageSize: 3 });
    const { v2: rival } = await sesClients(stack, await stack.createTenant());
    const others = [
      () => list({ PageSize: 3, NextToken, Reasons: ['BOUNCE'] }),
      () => list({ NextToken: `${NextToken}x` }),
      () => list({ NextToken: 'MTIz' }),
      () => list({ NextToken }, rival),
    ];
    for (const call of others)
      expect(await sesFailure(call())).toMatchObject({ name: 'InvalidNextTokenException', status: 400 });
  });

  it('has no numbers, no topics and no erased people, and an address once', async () => {
    const session = await tenant.session();
    const { body } = await session.post('/api/topics', { Name: 'News', Slug: 'news' });
    await put('both@example.test');
    await add({ Address: 'both@example.test', TopicId: body.Topic.Id });
    await add({ Address: 'topic@example.test', TopicId: body.Topic.Id });
    await add({ Address: '+351912345678' });
    await stack.sql(
      `insert into suppression (tenant_id, address, sender, topic, id, position, reason, source)
       values ($1, 'both@example.test', '', '*', gen_random_uuid(), 1, 'unsubscribe', 'link'),
              ($1, 'most@example.test', '', '*', gen_random_uuid(), 2, 'unsubscribe', 'link'),
              ($1, 'erased:hash', '', '*', gen_random_uuid(), 3, 'erased', 'crm')`,
      [tenant.id],
    );
    expect(await addressesOf()).toEqual(['both@example.test', 'most@example.test']);
    for (const EmailAddress of ['topic@example.test', '+351912345678', 'erased:hash']) {
      const get = ses.send(new GetSuppressedDestinationCommand({ EmailAddress }));
      expect((await sesFailure(get)).name, EmailAddress).toBe('NotFoundException');
      const remove = ses.send(new DeleteSuppressedDestinationCommand({ EmailAddress }));
      expect((await sesFailure(remove)).name, EmailAddress).toBe('NotFoundException');
    }
    expect((await sesFailure(put('+351912345678'))).name).toBe('BadRequestException');
  });

  it.each([
    ['a page of none', { PageSize: 0 }],
    ['a page that is too long', { PageSize: 1_001 }],
    ['an unknown reason', { Reasons: ['SPAM' as 'BOUNCE'] }],
  ])('is refused for %s', async (_what, input) => {
    expect(await sesFailure(list(input))).toMatchObject({ name: 'BadRequestException', status: 400 });
  });

  it('is refused for a time that is none, and for NUL', async () => {
    for (const [name, value] of [
      ['StartDate', 'yesterday'],
      ['EndDate', '2026-13-01T00:00:00Z'],
      ['NextToken', 'a\0b'],
      ['Reason', 'BOUNCE\0'],
    ] as const) {
      const client = (await sesClients(stack, tenant)).v2;
      client.middlewareStack.add(
        (next) => (args) => {
          (args.request as { query: Record<string, string> }).query[name] = value;
          return next(args);
        },
        { step: 'build', name: 'change' },
      );
      expect((await sesFailure(list({}, client))).status, name).toBe(400);
    }
  });

  it('is of one account, and needs its scope', async () => {
    await put('ana@example.test');
    const { v2: rival } = await sesClients(stack, await stack.createTenant());
    expect((await list({}, rival)).SuppressedDestinationSummaries).toEqual([]);
    const { v2: writer } = await sesClients(stack, tenant, 'suppressions:write');
    expect(await sesFailure(list({}, writer))).toMatchObject({ name: 'AccessDeniedException', status: 403 });
  });
});
