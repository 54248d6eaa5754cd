import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import { pagesStack } from '../../../../../test/support/pages-stack.js';
import { graphqlStatements } from '../../../../../test/support/statements.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());
const member = usePrepared(() => tenant.session('member'));
const form = usePrepared(async () => {
  const campos = [{ nome: 'email', rotulo: 'E-mail', tipo: 'email', chave: 'email' }];
  return { id: (await member.post('/v1/formularios', { nome: 'Contato', campos })).body.id as string };
});

const LEADS_OF = operation(
  'query',
  'leadsOf',
  { emails: '[String!]!', first: 'Int' },
  'email leads { id email form { nome } }',
);

async function sent(email: string): Promise<string> {
  const { status, body } = await member.post(`/v1/forms/${form.id}/submissions`, { campos: { email } });
  expect(status).toBe(201);
  return body.lead_id;
}
interface Found {
  email: string;
  leads: { id: string }[];
}
const pairsOf = (found: Found[]) => found.map(({ email, leads }) => [email, leads.map(({ id }) => id)]);

describe('the leads of many addresses', () => {
  it('are in the order of the addresses, newest first, whatever their case', async () => {
    const ofAna = [await sent('ana@example.test'), await sent('Ana@Example.test'), await sent('ana@example.test')];
    const ofBia = [await sent('bia@example.test')];
    const emails = ['BIA@example.test', 'nobody@example.test', 'ana@example.test', 'bia@example.test', ''];
    const { leadsOf } = await graphqlData(member, LEADS_OF, { emails, first: 2 });
    expect(pairsOf(leadsOf)).toEqual([
      ['BIA@example.test', ofBia],
      ['nobody@example.test', []],
      ['ana@example.test', ofAna.toReversed().slice(0, 2)],
      ['bia@example.test', ofBia],
      ['', []],
    ]);
    expect(leadsOf[0].leads).toMatchObject([{ email: 'bia@example.test', form: { nome: 'Contato' } }]);
  });

  it('are without spam', async () => {
    const id = await sent('caio@example.test');
    await member.put(`/v1/leads/${id}/spam`, { spam: true });
    const { leadsOf } = await graphqlData(member, LEADS_OF, { emails: ['caio@example.test'] });
    expect(pairsOf(leadsOf)).toEqual([['caio@example.test', []]]);
  });

  it('are those of the account alone, for its sessions', async () => {
    await sent('dora@example.test');
    const rival = await (await stack.createTenant()).session();
    const emails = ['dora@example.test'];
    expect(pairsOf((await graphqlData(rival, LEADS_OF, { emails })).leadsOf)).toEqual([['dora@example.test', []]]);
    expect(await graphqlCodes(await tenant.key(), LEADS_OF, { emails })).toEqual(['PermissionDenied']);
  });

  it('are of a hundred addresses at most', async () => {
    const emails = Array.from({ length: 101 }, (_, n) => `n${n}@example.test`);
    const query = operation('query', 'leadsOf', { emails: '[String!]!' }, 'email');
    expect(await graphqlCodes(member, query, { emails })).toEqual(['InvalidParameter']);
    expect((await graphqlData(member, query, { emails: emails.slice(1) })).leadsOf).toHaveLength(100);
  });

  it('take two statements, however many there are', async () => {
    const emails = Array.from({ length: 30 }, (_, n) => `many-${n}@example.test`);
    for (const email of emails) await sent(email);
    const query = operation('query', 'leadsOf', { emails: '[String!]!' }, 'leads { id email nome }');
    const selects = async (asked: string[]) =>
      (await graphqlStatements(member, query, { emails: asked }, /^\s*select/i)).filter((text) =>
        /\blead\b/.test(text),
      );
    expect(await selects(emails)).toHaveLength(2);
    expect(await selects(emails.slice(0, 2))).toHaveLength(2);
  });

  it('are found by an index, however many leads the account has', async () => {
    const { id: other } = await stack.createTenant();
    await stack.sql(
      `insert into form (tenant_id, id, name, fields, button_label, thanks, requires_consent, legal_basis, country, origins)
       select $1, $2, name, fields, button_label, thanks, requires_consent, legal_basis, country, origins from form
        where id = $3`,
      [other, newId('frm'), form.id],
    );
    await stack.sql(
      `insert into lead (tenant_id, id, form_id, source, "values", email, is_spam, spam_reasons, consent, legal_basis, origin,
         occurred_at)
       select $1, 'led_' || lpad(to_hex(n), 16, '0'), (select id from form where tenant_id = $1), 'pagina', '{}',
              'lead-' || n || '@example.test', false, '{}', false, 'consentimento', '{}', now()
         from generate_series(1, 20000) n`,
      [other],
    );
    await stack.sql('analyze lead');
    const rows = (await stack.sql(
      `explain select asked.email, found.id from unnest($2::text[]) as asked (email) cross join lateral (
         select id from lead
          where tenant_id = $1 and lower(email) = asked.email and email is not null and not is_spam
          order by id desc limit 5
       ) as found`,
      [other, ['lead-7@example.test', 'lead-9@example.test']],
    )) as { 'QUERY PLAN': string }[];
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('lead__email__ix');
  });
});
