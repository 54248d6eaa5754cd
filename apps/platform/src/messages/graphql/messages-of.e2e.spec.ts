import { describe, expect, it } from 'vitest';
import { graphqlData, graphqlFault, operation } from '../../../../../test/support/graphql.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { graphqlStatements } from '../../../../../test/support/statements.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());
const member = usePrepared(() => tenant.session('member'));

const ARGUMENTS = { addresses: '[String!]!', first: 'Int' };
const MESSAGES_OF = operation('query', 'messagesOf', ARGUMENTS, 'address messages { id to }');
const WITH_EVENTS = operation('query', 'messagesOf', ARGUMENTS, 'address messages { id events { type } }');

async function send(body: object): Promise<string> {
  const { body: answer } = await member.post('/api/messages/send', body);
  return answer.Messages[0].Id;
}
const mailTo = (to: string) => send({ Channel: 'email', ...tenant.email({ to: [to] }) });

describe('the messages of many recipients', () => {
  it('are in the order of the recipients, the newest first, with nothing for one without any', async () => {
    const ofAna = [
      await mailTo('ana@example.test'),
      await mailTo('ana@example.test'),
      await mailTo('ana@example.test'),
    ];
    const ofBia = [await mailTo('bia@example.test')];
    const text = await send({ Channel: 'sms', To: ['+15005550100'], Body: 'Hi' });
    const addresses = ['bia@example.test', '+15005550100', 'nobody@example.test', 'ana@example.test', '', 'x'];
    const { messagesOf } = await graphqlData(member, MESSAGES_OF, { addresses, first: 2 });
    const ids = (found: { address: string; messages: { id: string }[] }) => [
      found.address,
      found.messages.map(({ id }) => id),
    ];
    expect(messagesOf.map(ids)).toEqual([
      ['bia@example.test', ofBia],
      ['+15005550100', [text]],
      ['nobody@example.test', []],
      ['ana@example.test', ofAna.toReversed().slice(0, 2)],
      ['', []],
      ['x', []],
    ]);
  });

  it('are those of each recipient that is asked for twice, as it is written or in lower case', async () => {
    const [lower, mixed] = [await mailTo('carla@example.test'), await mailTo('Carla@example.test')];
    const addresses = ['Carla@example.test', 'carla@example.test', 'Carla@example.test'];
    const { messagesOf } = await graphqlData(member, MESSAGES_OF, { addresses });
    const found = messagesOf.map(({ messages }: { messages: { id: string }[] }) => messages.map(({ id }) => id).sort());
    expect(found).toEqual([[lower, mixed].sort(), expect.arrayContaining([lower]), [lower, mixed].sort()]);
  });

  it('are those of the account alone', async () => {
    await mailTo('dora@example.test');
    const rival = await (await stack.createTenant()).session();
    const { messagesOf } = await graphqlData(rival, MESSAGES_OF, { addresses: ['dora@example.test'] });
    expect(messagesOf).toEqual([{ address: 'dora@example.test', messages: [] }]);
  });

  it('are of a hundred recipients at most, with a field that the error names', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `n${n}@example.test`);
    const { messagesOf } = await graphqlData(member, MESSAGES_OF, { addresses: many(100) });
    expect(messagesOf).toHaveLength(100);
    expect((await graphqlData(member, MESSAGES_OF, { addresses: [] })).messagesOf).toEqual([]);
    const query = operation('query', 'messagesOf', ARGUMENTS, 'address');
    expect(await graphqlFault(member, query, { addresses: many(101) })).toMatchObject({ code: 'InvalidParameter' });
    expect(await graphqlFault(member, query, { addresses: ['x'.repeat(321)] })).toMatchObject({
      code: 'InvalidParameter',
    });
    expect(await graphqlFault(member, query, { addresses: [], first: 21 })).toMatchObject({ code: 'InvalidParameter' });
  });

  it('count with their pages before the query runs', async () => {
    const addresses = Array.from({ length: 100 }, (_, n) => `n${n}@example.test`);
    const aliases = Array.from({ length: 6 }, (_, n) => `m${n}: id`).join(' ');
    const query = operation('query', 'messagesOf', ARGUMENTS, `messages { ${aliases} }`);
    expect(await graphqlFault(member, query, { addresses, first: 20 })).toMatchObject({ code: 'ValidationError' });
    expect(await graphqlFault(member, query, { addresses, first: 5 })).toMatchObject({ code: undefined });
  });

  it('take one statement, and one more with their timelines, however many there are', async () => {
    const addresses = Array.from({ length: 20 }, (_, n) => `many-${n}@example.test`);
    for (const address of addresses) await mailTo(address);
    const selects = async (query: string, asked: string[]) =>
      (await graphqlStatements(member, query, { addresses: asked }, /^\s*select/i)).filter(
        (text) => !text.includes('set_config'),
      );
    expect(await selects(MESSAGES_OF, addresses)).toHaveLength(1);
    expect(await selects(MESSAGES_OF, addresses.slice(0, 2))).toHaveLength(1);
    expect(await selects(WITH_EVENTS, addresses)).toHaveLength(2);
    const { messagesOf } = await graphqlData(member, WITH_EVENTS, { addresses: addresses.slice(0, 1) });
    expect(messagesOf[0].messages).toMatchObject([{ events: [{ type: 'queued' }] }]);
  });
});
