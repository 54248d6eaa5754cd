import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { DataKey, KeyRing, SecretBox } from '#libs/core/secrets';
import { waitUntil } from '#libs/test/testing';
import { ENCRYPTION_KEYS, SERVICE_SECRET } from '../../../../../test/support/app-stack.js';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { LeadEvents, leadOf } from '../../../../../test/support/lead-events.js';
import { csv, runImport } from '../../imports/imports.fixture.js';
import { TenantCipher } from '../../keys/tenant-cipher.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const PRESENT = '+5511987654321';
const FORMER = '+551187654321';
const SPELLINGS = [
  [PRESENT, FORMER],
  [FORMER, PRESENT],
] as const;

const stack = useStack(crmStack);
let tenant: CrmTenant;
let acme: HttpClient;
let number = 0;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session();
});
const newEmail = () => `ninth-${++number}@example.com`;
const create = (body: object) => acme.post('/v1/contatos', body);
const read = async (id: string) => (await acme.get(`/v1/contatos/${id}`)).body;
const total = async () => (await acme.get('/v1/contatos')).body.contatos.length;
const ownerOf = async (valor: string) =>
  (await acme.get(`/v1/identidades/resolver?${new URLSearchParams({ canal: 'telefone', valor }).toString()}`)).body
    .contato_id;
const found = async (q: string) =>
  (await acme.get(`/v1/contatos?${new URLSearchParams({ q }).toString()}`)).body.contatos.map(
    ({ id }: { id: string }) => id,
  );
const suggestions = async () => (await acme.get('/v1/identidades/sugestoes')).body.sugestoes;

/** A contact with the former spelling of the number, as one was stored before both were one number. */
async function createFormer(body: object = {}): Promise<string> {
  const { body: contact } = await create({ email: newEmail(), ...body });
  const [row] = await stack.sql<{ sealed: string; dataKey: Buffer }>(
    `select tenant_key.sealed, data_key as "dataKey" from tenant_key join contact using (tenant_id) where contact.id = $1`,
    [contact.id],
  );
  const box = new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS));
  const cipher = new TenantCipher(DataKey.fromBytes(box.openBytes(tenant.id, 'crm.tenant-key', row!.sealed)));
  const key = cipher.openContactKey(contact.id, row!.dataKey);
  await stack.sql(
    `insert into contact_identifier (tenant_id, id, contact_id, kind, sealed, blind_index, is_primary)
     values ($1, gen_random_uuid(), $2, 'phone', $3, $4, true)`,
    [tenant.id, contact.id, key.seal('phone', FORMER), cipher.formerIndexOf('phone', FORMER)],
  );
  return contact.id;
}

describe.each(SPELLINGS)('a contact with %s', (own, other) => {
  it('is found by the other spelling, and shown with its own', async () => {
    const { body } = await create({ telefone: own });
    expect([await ownerOf(own), await ownerOf(other), await found(other)]).toEqual([body.id, body.id, [body.id]]);
    expect(await found(other.slice(3))).toEqual([body.id]);
    expect((await read(body.id)).telefones).toEqual([own]);
  });

  it('is the only one of its number', async () => {
    const { body } = await create({ telefone: own });
    expect((await create({ telefone: other })).status).toBe(409);
    expect((await create({ email: newEmail(), telefone: other })).status).toBe(409);
    const second = (await create({ email: newEmail() })).body.id;
    expect((await acme.patch(`/v1/contatos/${second}`, { telefone: other })).status).toBe(409);
    const identifier = { canal: 'telefone', valor: other };
    expect((await acme.post(`/v1/contatos/${second}/identificadores`, identifier)).status).toBe(409);
    expect((await acme.post(`/v1/contatos/${body.id}/identificadores`, identifier)).status).toBe(409);
    const changed = await acme.patch(`/v1/contatos/${body.id}`, { telefone: other });
    expect([changed.status, changed.body.telefones]).toEqual([200, [other]]);
    expect(await ownerOf(own)).toBe(body.id);
  });

  it('gets the leads and the rows of the other spelling', async () => {
    const { body } = await create({ telefone: own });
    await new LeadEvents(stack, tenant).capture(leadOf({ telefone: other, nome: 'Ana' }));
    const file = csv('Tel;Cidade', `${other};Natal`, `${own};Recife`);
    const done = await runImport(acme, { file, config: { mapeamento: { Tel: 'telefone', Cidade: 'cidade' } } });
    expect(done).toMatchObject({ criados: 0, atualizados: 2, erros: 0 });
    expect(await total()).toBe(1);
    expect(await read(body.id)).toMatchObject({ cidade: 'Recife', telefones: [own] });
  });
});

it('two rows of one file with the two spellings are one contact, in a dry run, too', async () => {
  const file = csv('Tel;Cidade', `${FORMER};Natal`, `${PRESENT};Recife`);
  const config = { mapeamento: { Tel: 'telefone', Cidade: 'cidade' } };
  expect(await runImport(acme, { file, config: { ...config, simular: true } })).toMatchObject({
    criados: 1,
    atualizados: 1,
  });
  expect(await runImport(acme, { file, config })).toMatchObject({ criados: 1, atualizados: 1 });
  expect(await total()).toBe(1);
});

it('a landline is not the mobile number that has its digits behind a 9', async () => {
  const { body } = await create({ telefone: '+551133334444' });
  expect((await create({ telefone: '+5511933334444' })).status).toBe(201);
  expect(await ownerOf('+551133334444')).toBe(body.id);
});

describe('a contact with a number from before both spellings were one', () => {
  it('is found by both, and the only one of its number', async () => {
    const id = await createFormer();
    for (const spelling of [FORMER, PRESENT]) {
      expect([await ownerOf(spelling), await found(spelling)]).toEqual([id, [id]]);
      expect((await create({ telefone: spelling })).status).toBe(409);
      expect((await create({ email: newEmail(), telefone: spelling })).status).toBe(409);
    }
    const second = (await create({ email: newEmail() })).body.id;
    expect((await acme.patch(`/v1/contatos/${second}`, { telefone: PRESENT })).status).toBe(409);
    const identifier = { canal: 'telefone', valor: PRESENT };
    expect((await acme.post(`/v1/contatos/${second}/identificadores`, identifier)).status).toBe(409);
    const file = csv('Tel;Cidade', `${PRESENT};Natal`);
    const config = { mapeamento: { Tel: 'telefone', Cidade: 'cidade' } };
    expect(await runImport(acme, { file, config })).toMatchObject({ criados: 0, atualizados: 1 });
    const changed = await acme.patch(`/v1/contatos/${id}`, { telefone: PRESENT });
    expect([changed.status, changed.body.telefones]).toEqual([200, [PRESENT]]);
    expect(await ownerOf(FORMER)).toBe(id);
  });

  it('is suggested for a merge with the one that has the other spelling, and keeps both apart until then', async () => {
    const present = (await create({ telefone: PRESENT, email: newEmail() })).body.id;
    const former = await createFormer();
    expect([await ownerOf(PRESENT), await ownerOf(FORMER)]).toEqual([present, former]);
    await acme.patch(`/v1/contatos/${former}`, { nome: 'Ana Lima' });
    const [suggestion] = await waitUntil(async () => {
      const some = await suggestions();
      return some.length > 0 && some;
    });
    expect([suggestion.contato_id, suggestion.outro_contato_id].toSorted()).toEqual([present, former].toSorted());
    expect(suggestion.motivos).toMatchObject([{ codigo: 'telefone_com_nono_digito' }]);
    const merge = await acme.post(`/v1/contatos/${present}/mesclar`, { contato_id: former });
    expect([merge.status, (await read(present)).telefones]).toEqual([201, [PRESENT]]);
    expect([await ownerOf(PRESENT), await ownerOf(FORMER)]).toEqual([present, present]);
    expect((await acme.post(`/v1/mesclagens/${merge.body.id}/desfazer`)).status).toBe(200);
    expect([await ownerOf(PRESENT), await ownerOf(FORMER)]).toEqual([present, former]);
  });

  it('hears of a STOP that Platform got from the other spelling', async () => {
    const id = await createFormer();
    const notice = { channel: 'sms', address: PRESENT, change: 'unsubscribed', source: 'text', isDomainGone: false };
    const occurredAt = new Date().toISOString();
    const events = [{ id: v7(), occurredAt, payload: { notices: [{ ...notice, occurredAt }] } }];
    const body = { type: 'platform.recipients.changed', tenantId: tenant.id, from: 'platform', events };
    const platform = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
    expect((await platform.post('/internal/events/batch', body)).body.receipts).toEqual(['applied']);
    const { historico } = (await acme.get(`/v1/contatos/${id}/consentimento/historico`)).body;
    expect(historico).toMatchObject([{ canal: 'sms', recebe: false }]);
  });

  it('comes back from its deletion only if no other contact has the number', async () => {
    const operator = await tenant.operator();
    const id = await createFormer();
    const path = `/v1/contatos/${id}`;
    await acme.delete(path);
    const { body, status } = await create({ telefone: PRESENT });
    expect(status).toBe(201);
    expect((await operator.post(`${path}/restaurar`)).status).toBe(409);
    await acme.delete(`/v1/contatos/${body.id}`);
    expect((await operator.post(`${path}/restaurar`)).status).toBe(200);
    expect([await ownerOf(PRESENT), (await read(id)).telefones]).toEqual([id, [FORMER]]);
  });
});
