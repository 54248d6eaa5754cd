import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { TenantId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import type { CrmTenant } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { CONSENT, LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { csv, runImport } from '../imports/imports.fixture.js';
import { RetentionService } from '../retention/retention.service.js';
import { listeningStack, toldChanges, unwatch, watch } from './contact-changes.fixture.js';
import type { ChangedContact } from './on-contacts-changed.js';

const stack = useStack(() => listeningStack());
let tenant: CrmTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session();
  await watch(stack, tenant.id);
});

async function ok<T extends { status: number; text: string }>(answer: Promise<T>): Promise<T> {
  const given = await answer;
  expect(given.status, given.text).toBeLessThan(300);
  return given;
}
const create = async (values: object): Promise<string> => (await ok(acme.post('/v1/contatos', values))).body.id;
const told = () => toldChanges(stack, tenant.id);
/** Runs an operation; returns what watchers are told of a contact because of it. */
async function changesBy(contactId: string, operation: () => Promise<unknown>): Promise<ChangedContact> {
  await told();
  await operation();
  const found = (await told()).filter((change) => change.contactId === contactId);
  expect(found).toHaveLength(1);
  return found[0]!;
}
const sorted = ({ fields }: ChangedContact) => fields.toSorted();

describe('every writer of contacts is told to watchers, with values before and after:', () => {
  it('creation, by hand', async () => {
    const id = await create({ email: 'ana@example.com', telefone: '+5511987650001', nome: 'Ana', marcadores: ['vip'] });
    const [change, ...others] = await told();
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      contactId: id,
      isNew: true,
      after: { nome: 'Ana', marcadores: ['vip'], estagio: 'novo', ciclo: 'contato', fonte: 'manual' },
      before: {},
      cause: { kind: 'user', triggersJourneys: true, chain: [] },
    });
    expect(sorted(change!)).toEqual(expect.arrayContaining(['email', 'estagio', 'marcadores', 'nome', 'telefone']));
    expect(JSON.stringify(change)).not.toContain('ana@example.com');
  });

  it('PATCH, of columns, of own fields and of addresses', async () => {
    await ok(acme.post('/v1/campos-personalizados', { chave: 'frota', rotulo: 'Frota', tipo: 'numero' }));
    const id = await create({ email: 'ana@example.com', campos: { frota: 3 }, cargo: 'gerente' });
    const changed = {
      estagio: 'cliente',
      campos: { frota: 4 },
      marcadores: ['a'],
      email: 'ana@casa.example',
      cargo: null,
    };
    const change = await changesBy(id, () => ok(acme.patch(`/v1/contatos/${id}`, changed)));
    expect(change).toMatchObject({ isNew: false, cause: { kind: 'user' } });
    expect(sorted(change)).toEqual(['campos.frota', 'cargo', 'email', 'estagio', 'marcadores']);
    expect(change.before).toEqual({ estagio: 'novo', 'campos.frota': 3, marcadores: [], cargo: 'gerente' });
    expect(change.after).toEqual({ estagio: 'cliente', 'campos.frota': 4, marcadores: ['a'], cargo: null });
  });

  it('further addresses, and their removal', async () => {
    const id = await create({ email: 'ana@example.com' });
    const path = `/v1/contatos/${id}/identificadores`;
    const added = await changesBy(id, () => ok(acme.post(path, { canal: 'telefone', valor: '+5511987650002' })));
    expect(added.fields).toEqual(['telefone']);
    const { identificadores } = (await ok(acme.get(`/v1/contatos/${id}`))).body;
    const phone = identificadores.find(({ canal }: { canal: string }) => canal === 'telefone');
    expect((await changesBy(id, () => ok(acme.delete(`${path}/${phone.id}`)))).fields).toEqual(['telefone']);
  });

  it('promotion and demotion', async () => {
    const id = await create({ email: 'ana@example.com' });
    const change = await changesBy(id, () => ok(acme.post(`/v1/contatos/${id}/rebaixar`)));
    expect(change).toMatchObject({ fields: ['ciclo'], before: { ciclo: 'contato' }, after: { ciclo: 'lead' } });
    const back = await changesBy(id, () => ok(acme.post(`/v1/contatos/${id}/promover`)));
    expect(back).toMatchObject({ before: { ciclo: 'lead' }, after: { ciclo: 'contato' } });
  });

  it('consent', async () => {
    const id = await create({ email: 'ana@example.com' });
    const consent = () => ok(acme.put(`/v1/contatos/${id}/consentimento`, { canal: 'email', recebe: true }));
    expect((await changesBy(id, consent)).fields).toEqual(['consentimento']);
  });

  it('an import, which starts journeys only if it says so, and its undo', async () => {
    const id = await create({ email: 'ana@example.com', cargo: 'gerente' });
    const file = csv('email,cargo', 'ana@example.com,diretora', 'nova@example.com,sócia');
    const config = { mapeamento: { email: 'email', cargo: 'cargo' }, se_existir: 'atualizar' };
    await told();
    const done: { id: string } = await runImport(acme, { file, config });
    const changes = await told();
    expect(changes).toHaveLength(2);
    const change = changes.find(({ contactId }) => contactId === id);
    expect(change).toMatchObject({ before: { cargo: 'gerente' }, after: { cargo: 'diretora' }, isNew: false });
    expect(change).toMatchObject({ cause: { kind: 'import', triggersJourneys: false } });
    expect(changes.find(({ isNew }) => isNew)).toMatchObject({ after: { cargo: 'sócia' } });
    await ok(acme.post(`/v1/importacoes/${done.id}/desfazer`));
    await waitUntil(async () => (await acme.get(`/v1/importacoes/${done.id}`)).body.estado === 'desfeita');
    const undone = await told();
    expect(undone.find(({ contactId }) => contactId === id)).toMatchObject({
      before: { cargo: 'diretora' },
      after: { cargo: 'gerente' },
      cause: { kind: 'import', triggersJourneys: false },
    });
    expect(undone.find(({ contactId }) => contactId !== id)).toMatchObject({
      before: { apagado: false },
      after: { apagado: true },
    });
    await runImport(acme, { file, config: { ...config, disparar_jornadas: true } });
    expect((await told()).map(({ cause }) => cause.triggersJourneys)).toEqual([true, true]);
  });

  it('a merge, and its undo', async () => {
    const kept = await create({ email: 'ana@example.com' });
    const other = await create({ email: 'ana@casa.example', cargo: 'diretora', marcadores: ['b'] });
    await told();
    const { body } = await ok(acme.post(`/v1/contatos/${kept}/mesclar`, { contato_id: other }));
    const merged = await told();
    expect(merged.find(({ contactId }) => contactId === kept)).toMatchObject({
      before: { cargo: null, marcadores: [] },
      after: { cargo: 'diretora', marcadores: ['b'] },
      cause: { kind: 'merge', triggersJourneys: true },
    });
    expect(merged.find(({ contactId }) => contactId === other)?.after).toEqual({ apagado: true });
    await ok(acme.post(`/v1/mesclagens/${body.mesclagem?.id ?? body.id}/desfazer`));
    const undone = await told();
    expect(undone.find(({ contactId }) => contactId === kept)).toMatchObject({
      after: { cargo: null, marcadores: [] },
    });
    expect(undone.find(({ contactId }) => contactId === other)).toMatchObject({
      before: { apagado: true },
      after: { apagado: false },
      cause: { kind: 'merge', triggersJourneys: false },
    });
  });

  it('a lead, its check, and its retraction', async () => {
    const events = new LeadEvents(stack, tenant);
    const lead = leadOf({ email: 'ana@example.com', nome: 'Ana' }, { consent: CONSENT });
    await events.capture(lead);
    const [made] = await told();
    expect(made).toMatchObject({
      isNew: true,
      after: { nome: 'Ana', ciclo: 'lead' },
      cause: { kind: 'lead', triggersJourneys: true },
    });
    expect(made!.fields).toEqual(expect.arrayContaining(['email', 'consentimento']));
    await events.send('pages.lead.email-checked', { leadId: lead.leadId, emailStatus: 'suspeito' });
    const [checked] = await told();
    expect(checked).toMatchObject({ before: { email_status: null }, after: { email_status: 'suspeito' } });
    await events.retract(lead);
    const [retracted] = await told();
    expect(retracted).toMatchObject({ after: { apagado: true }, cause: { kind: 'lead', triggersJourneys: false } });
    expect(JSON.stringify(retracted)).not.toContain('Ana');
  });

  it('the removal of a company and of an own field', async () => {
    const { id: campo } = (
      await ok(acme.post('/v1/campos-personalizados', { chave: 'frota', rotulo: 'Frota', tipo: 'numero' }))
    ).body;
    const company = (await ok(acme.post('/v1/empresas', { nome: 'Corp' }))).body;
    const empresa_id = company.id ?? company.empresa.id;
    const id = await create({ email: 'ana@example.com', empresa_id, campos: { frota: 3 } });
    const left = await changesBy(id, () => ok(acme.delete(`/v1/empresas/${empresa_id}`)));
    expect(left).toMatchObject({ before: { empresa_id }, after: { empresa_id: null } });
    await ok(acme.delete(`/v1/campos-personalizados/${campo}`));
    await waitUntil(
      async () => (await stack.sql('select from custom_field where tenant_id = $1', [tenant.id])).length === 0,
    );
    expect(await told()).toMatchObject([
      {
        contactId: id,
        before: { 'campos.frota': 3 },
        after: { 'campos.frota': null },
        cause: { triggersJourneys: false },
      },
    ]);
  });

  it('a bounce and a withdrawal at Platform', async () => {
    const id = await create({ email: 'ana@example.com' });
    const notice = (change: string) => ({
      channel: 'email',
      address: 'ana@example.com',
      change,
      source: 'link',
      isDomainGone: false,
      occurredAt: new Date(Date.now() + 5_000).toISOString(),
    });
    const receive = async (change: string) => {
      const event = { id: v7(), type: 'platform.recipients.changed', tenantId: tenant.id, from: 'platform' };
      const platform = stack.anonymous.with({ authorization: `Bearer ${SERVICE_SECRET}` });
      const at = new Date().toISOString();
      await ok(platform.post('/internal/events', { ...event, occurredAt: at, payload: { notices: [notice(change)] } }));
    };
    const bounced = await changesBy(id, () => receive('bounced'));
    expect(bounced).toMatchObject({ after: { email_status: 'suspeito' }, cause: { kind: 'platform' } });
    expect((await changesBy(id, () => receive('unsubscribed'))).fields).toEqual(['consentimento']);
  });

  it('deletion, restoration and erasure, of which the log keeps no values', async () => {
    const id = await create({ email: 'ana@example.com', nome: 'Ana Lima' });
    const deleted = await changesBy(id, () => ok(acme.delete(`/v1/contatos/${id}`)));
    expect(deleted).toMatchObject({ before: { apagado: false }, after: { apagado: true } });
    const operator = await tenant.operator();
    const restored = await changesBy(id, () => ok(operator.post(`/v1/contatos/${id}/restaurar`)));
    expect(restored).toMatchObject({ after: { apagado: false }, cause: { kind: 'other', triggersJourneys: false } });
    const { body } = await ok(
      acme.post('/v1/pedidos-exclusao', { contato_id: id, solicitante: 'titular', canal: 'email' }),
    );
    await told();
    // A change that waits in the log when the person is erased.
    await stack.sql(
      `insert into contact_change (tenant_id, contact_id, is_new, fields, before, after, is_apart)
       values ($1, $2, false, '{name}', '{"name": "Ana Lima"}', '{"name": "Ana"}', true)`,
      [tenant.id, id],
    );
    await ok(acme.post(`/v1/pedidos-exclusao/${body.id ?? body.pedido.id}/aprovar`));
    const waiting = await stack.sql('select before, after from contact_change where tenant_id = $1', [tenant.id]);
    expect(JSON.stringify(waiting)).not.toContain('Ana');
    expect(await told()).toMatchObject([{ contactId: id, before: { apagado: false }, after: { apagado: true } }]);
  });

  it('the retention', async () => {
    const id = await create({ email: 'ana@example.com' });
    await ok(acme.put('/v1/configuracoes/retencao', { dias: 30 }));
    const old = `now() - interval '60 days'`;
    await stack.sql(`update contact set last_activity_at = ${old}, updated_at = ${old} where id = $1`, [id]);
    await stack.sql(`update activity set created_at = ${old} where contact_id = $1`, [id]);
    const change = await changesBy(id, () => stack.app.get(RetentionService).anonymizeInactive());
    expect(change).toMatchObject({ after: { apagado: true }, cause: { kind: 'other', triggersJourneys: false } });
  });

  it('a count of events, and not the day on which it expires', async () => {
    const id = await create({ email: 'ana@example.com' });
    const count = `insert into contact_event_day values ($1, $2, 'email_aberto', '2026-11-27', 1)
      on conflict (tenant_id, contact_id, name, day) do update set n = contact_event_day.n + 1`;
    const insert = () => stack.sql(count, [tenant.id, id]);
    expect((await changesBy(id, insert)).fields).toEqual(['eventos']);
    expect((await changesBy(id, insert)).fields).toEqual(['eventos']);
    await told();
    await stack.sql('delete from contact_event_day where tenant_id = $1', [tenant.id]);
    expect(await told()).toEqual([]);
  });
});

describe('the log', () => {
  beforeAll(async () => {
    await stack.createTenant();
  });

  const logged = async (tenantId: TenantId) => stack.sql('select from contact_change where tenant_id = $1', [tenantId]);

  it('has nothing of a tenant that nobody watches, or watches no more', async () => {
    const other = await stack.createTenant();
    const client = await other.session();
    await ok(client.post('/v1/contatos', { email: 'ana@example.com' }));
    expect(await logged(other.id)).toEqual([]);
    expect(await toldChanges(stack, other.id)).toEqual([]);
    await unwatch(stack, tenant.id);
    await create({ email: 'ana@example.com' });
    expect(await told()).toEqual([]);
  });

  it('has nothing of a statement that changes no value', async () => {
    await create({ email: 'ana@example.com' });
    await told();
    await stack.sql('update contact set updated_at = now(), filter_keys = filter_keys where tenant_id = $1', [
      tenant.id,
    ]);
    await stack.sql('update contact_identifier set sealed = sealed where tenant_id = $1', [tenant.id]);
    expect(await logged(tenant.id)).toEqual([]);
  });

  it('has triggers on each table that criteria read, for each kind of statement', async () => {
    const triggers = await stack.sql<{ table: string; kinds: string[] }>(
      `select event_object_table as table, array_agg(event_manipulation::text order by 1) as kinds
         from information_schema.triggers where trigger_name like 'log_%_of_%' group by 1 order by 1`,
    );
    const kindsOf = new Map(triggers.map(({ table, kinds }) => [table, kinds.toSorted()]));
    const source = await readFile(new URL('../criteria/sources.sql.ts', import.meta.url), 'utf8');
    const read = new Set([...source.matchAll(/\btable: '(\w+)'/g)].map(([, table]) => table!));
    expect(read.size).toBeGreaterThan(4);
    for (const table of read) expect(kindsOf.get(table), table).toContain('UPDATE');
    for (const table of ['consent_change', 'contact', 'contact_identifier'])
      expect(kindsOf.get(table)).toEqual(['DELETE', 'INSERT', 'UPDATE']);
    // Not what expires: who counts the events of some days knows when they end.
    expect(kindsOf.get('contact_event_day')).toEqual(['INSERT', 'UPDATE']);
  });
});
