import { beforeEach, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { csv, runImport } from '../imports/imports.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(crmStack);
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('owner');
});
const newContact = async (values: object): Promise<string> => (await acme.post('/v1/contatos', values)).body.id;

/** Waits for the searches; returns the pairs by their ids, with the codes of their reasons. */
async function suggested(): Promise<{ id: string; pair: string[]; reasons: string[] }[]> {
  const searches = `select from outbox where tenant_id = $1 and kind = 'contact.find-twins'`;
  await waitUntil(async () => (await stack.sql(searches, [tenant.id])).length === 0, { timeoutMs: 15_000 });
  const { sugestoes } = (await acme.get('/v1/identidades/sugestoes')).body;
  return sugestoes.map((one: { id: string; contato_id: string; outro_contato_id: string; motivos: object[] }) => ({
    id: one.id,
    pair: [one.contato_id, one.outro_contato_id],
    reasons: (one.motivos as { codigo: string }[]).map(({ codigo }) => codigo),
  }));
}
const pairs = async () => (await suggested()).map(({ pair }) => pair);

it.each([
  ['the tagged one last', 'bia@corp.example', 'bia+feira@corp.example'],
  ['the tagged one first', 'bia+feira@corp.example', 'bia@corp.example'],
  ['two tags', 'bia+a@corp.example', 'Bia+b@corp.example'],
])('contacts made by hand with addresses that differ by a tag are suggested: %s', async (_case, first, second) => {
  const ids = [await newContact({ email: first }), await newContact({ email: second })];
  expect(await suggested()).toMatchObject([{ pair: ids.toSorted(), reasons: ['email_com_etiqueta'] }]);
});

it('contacts of one name at one organization are suggested, those of a public provider are not', async () => {
  const ids = [
    await newContact({ email: 'clara@corp.example', nome: 'Clara Souza' }),
    await newContact({ email: 'csouza@corp.example', nome: 'CLARA souza' }),
  ];
  await newContact({ email: 'clara.s@hotmail.com', nome: 'Clara Souza' });
  await newContact({ email: 'clarasouza@hotmail.com', nome: 'Clara Souza' });
  expect(await suggested()).toMatchObject([{ pair: ids.toSorted(), reasons: ['nome_e_dominio'] }]);
});

it('an address or a name that a contact gets later is compared, one that it loses is not', async () => {
  const [ana, other, third] = [
    await newContact({ email: 'ana@corp.example', nome: 'Ana Reis' }),
    await newContact({ email: 'ar@corp.example' }),
    await newContact({ email: 'third@corp.example' }),
  ];
  expect(await pairs()).toEqual([]);
  await acme.patch(`/v1/contatos/${other}`, { nome: 'Ana Reis' });
  expect(await pairs()).toEqual([[ana, other].toSorted()]);
  await acme.post(`/v1/contatos/${third}/identificadores`, { canal: 'email', valor: 'ana+casa@corp.example' });
  expect(await pairs()).toHaveLength(2);
  await acme.patch(`/v1/contatos/${third}`, { email: 'elsewhere+x@corp.example' });
  await newContact({ email: 'third+x@corp.example' });
  expect(await pairs()).toHaveLength(2);
});

it('contacts of an import are compared with one another and with those that are there', async () => {
  const known = await newContact({ email: 'davi@corp.example' });
  await suggested();
  const file = csv('email,nome', 'davi+feira@corp.example,', 'eva@firma.example,Eva Lima', 'el@firma.example,Eva Lima');
  await runImport(acme, { file, config: { mapeamento: { email: 'email', nome: 'nome' } } });
  const found = await suggested();
  expect(found).toHaveLength(2);
  expect(found.filter(({ pair }) => pair.includes(known))).toMatchObject([{ reasons: ['email_com_etiqueta'] }]);
  expect(found.filter(({ pair }) => !pair.includes(known))).toMatchObject([{ reasons: ['nome_e_dominio'] }]);
});

it('a pair that was refused, or is compared again, is not suggested again', async () => {
  await newContact({ email: 'gil@corp.example' });
  const tagged = await newContact({ email: 'gil+x@corp.example' });
  const [suggestion] = await suggested();
  await acme.put(`/v1/identidades/sugestoes/${suggestion!.id}/decisao`, { decisao: 'recusar' });
  await acme.patch(`/v1/contatos/${tagged}`, { nome: 'Gil' });
  await acme.patch(`/v1/contatos/${tagged}`, { email: 'gil+y@corp.example' });
  await new LeadEvents(stack, tenant).capture(leadOf({ email: 'gil+y@corp.example' }));
  expect(await suggested()).toEqual([]);
});

it('the same address in two spellings is one contact, and another tenant is never compared', async () => {
  const rival = await (await stack.createTenant()).session();
  await rival.post('/v1/contatos', { email: 'hugo@corp.example' });
  await newContact({ email: 'hugo+x@corp.example' });
  await newContact({ email: 'i.vo+y@gmail.com' });
  expect((await acme.post('/v1/contatos', { email: 'ivo@gmail.com' })).status).toBe(409);
  expect(await suggested()).toEqual([]);
});
