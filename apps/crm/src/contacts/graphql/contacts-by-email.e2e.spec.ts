import { describe, expect, it } from 'vitest';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import { graphqlStatements } from '../../../../../test/support/statements.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const member = usePrepared(() => tenant.session('member'));

const BY_EMAIL = operation('query', 'crmContactsByEmail', { emails: '[String!]!' }, 'id email emails nome');

async function created(body: object, client = member): Promise<string> {
  const { status, body: made } = await client.post('/v1/contatos', body);
  expect(status).toBe(201);
  return made.id;
}
const idsOf = async (emails: string[], client = member): Promise<(string | null)[]> =>
  (await graphqlData(client, BY_EMAIL, { emails })).crmContactsByEmail.map(
    (found: { id: string } | null) => found?.id ?? null,
  );

describe('the contacts of many e-mail addresses', () => {
  it('are in the order of the addresses, null where there is none', async () => {
    const ana = await created({ email: 'ana@example.com', nome: 'Ana' });
    const bia = await created({ email: 'bia@example.com' });
    const emails = ['bia@example.com', 'nobody@example.com', ' ANA@example.com', 'no address', 'bia@example.com', ''];
    expect(await idsOf(emails)).toEqual([bia, null, ana, null, bia, null]);
    const { crmContactsByEmail } = await graphqlData(member, BY_EMAIL, { emails: ['ana@example.com'] });
    expect(crmContactsByEmail).toEqual([
      { id: ana, email: 'ana@example.com', emails: ['ana@example.com'], nome: 'Ana' },
    ]);
  });

  it('are found by each address that they have, also by another spelling of one at Gmail', async () => {
    const id = await created({ email: 'caio.lima@gmail.com' });
    await member.post(`/v1/contatos/${id}/identificadores`, { canal: 'email', valor: 'caio@example.com' });
    expect(await idsOf(['caio@example.com', 'caiolima+x@gmail.com'])).toEqual([id, id]);
  });

  it('are without the deleted ones, and those of the account alone', async () => {
    const deleted = await created({ email: 'davi@example.com' });
    expect((await member.send('DELETE', `/v1/contatos/${deleted}`, '{}')).status).toBe(204);
    await created({ email: 'elisa@example.com' });
    const rival = await (await stack.createTenant()).session();
    const own = await created({ email: 'davi@example.com' }, rival);
    expect(await idsOf(['davi@example.com', 'elisa@example.com'])).toEqual([null, expect.any(String)]);
    expect(await idsOf(['davi@example.com', 'elisa@example.com'], rival)).toEqual([own, null]);
  });

  it('are of a hundred addresses at most', async () => {
    const emails = Array.from({ length: 101 }, (_, n) => `n${n}@example.com`);
    expect(await graphqlCodes(member, BY_EMAIL, { emails })).toEqual(['InvalidParameter']);
    expect(await idsOf(emails.slice(1))).toHaveLength(100);
    expect(await idsOf([])).toEqual([]);
  });

  it('take two statements, however many there are', async () => {
    const emails = Array.from({ length: 20 }, (_, n) => `many-${n}@example.com`);
    for (const email of emails) await created({ email });
    const selects = async (asked: string[]) =>
      (await graphqlStatements(member, BY_EMAIL, { emails: asked }, /^\s*select/i)).filter((text) =>
        /\bcontact(?:_identifier)?\b/.test(text),
      );
    expect(await selects(emails)).toHaveLength(2);
    expect(await selects(emails.slice(0, 2))).toHaveLength(2);
  });
});
