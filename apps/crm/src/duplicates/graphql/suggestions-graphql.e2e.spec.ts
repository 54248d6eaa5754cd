import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { crmStack } from '../../../../../test/support/crm-stack.js';
import { graphqlCodes, graphqlData, graphqlFault, operation } from '../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../../test/support/lead-events.js';
import { graphqlStatements } from '../../../../../test/support/statements.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
const tenant = usePrepared(() => stack.createTenant());
const member = usePrepared(() => tenant.session('member'));
let rival: HttpClient;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
const SUGGESTION =
  'id contato_id outro_contato_id pontuacao motivos { codigo texto } status decidida_por decidida_em criada_em';
const DECIDE = operation(
  'mutation',
  'decideMergeSuggestion',
  { id: 'ID!', input: 'DecideMergeSuggestionInput!' },
  SUGGESTION,
);
const LIST = `query ($first: Int) { mergeSuggestions(first: $first) { edges { node {
  ${SUGGESTION} contact { id email } otherContact { id email }
} } } }`;

describe('merge suggestions by GraphQL', () => {
  it('show both contacts, in as many statements for six as for two', async () => {
    for (let n = 0; n < 6; n += 1) {
      await member.post('/v1/contatos', { email: `bia${n}@corp.example` });
      await new LeadEvents(stack, tenant).capture(leadOf({ email: `bia${n}+feira@corp.example` }));
    }
    const { mergeSuggestions } = await graphqlData(member, LIST, { first: 6 });
    expect(mergeSuggestions.edges).toHaveLength(6);
    const { body } = await member.get('/v1/identidades/sugestoes');
    for (const [n, { node }] of mergeSuggestions.edges.entries()) {
      const { contact, otherContact, ...rest } = node;
      expect(rest).toEqual(body.sugestoes[n]);
      expect([contact.id, otherContact.id]).toEqual([rest.contato_id, rest.outro_contato_id]);
    }
    const statements = (first: number) => graphqlStatements(member, LIST, { first }, /"contact/);
    expect(await statements(6)).toHaveLength((await statements(2)).length);
  });

  it('are decided once, by the account alone', async () => {
    const { mergeSuggestions } = await graphqlData(member, LIST, { first: 1 });
    const { id } = mergeSuggestions.edges[0].node;
    const input = { decisao: 'recusar' };
    expect(await graphqlCodes(rival, DECIDE, { id, input })).toEqual(['NotFound']);
    for (const wrong of ['x', v7()])
      expect(await graphqlCodes(member, DECIDE, { id: wrong, input })).toEqual(['NotFound']);
    expect(await graphqlFault(member, DECIDE, { id, input: { decisao: 'talvez' } })).toEqual({
      code: 'Unprocessable',
      campo: 'decisao',
    });
    expect((await graphqlData(member, DECIDE, { id, input })).decideMergeSuggestion).toMatchObject({
      id,
      status: 'recusada',
    });
    expect(await graphqlCodes(member, DECIDE, { id, input: { decisao: 'aceitar' } })).toEqual(['Conflict']);
  });
});
