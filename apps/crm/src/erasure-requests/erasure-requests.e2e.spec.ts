import { PersonErasers, RegisteredTables } from '#libs/privacy/data-rights';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { ENTITIES } from '../entities.js';
import { fillColumns, filledColumns } from '../../../../test/support/filled-columns.js';
import { CONSENT, LeadEvents, leadOf } from '../../../../test/support/lead-events.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const admin = usePrepared(() => tenant.session('admin'));
const member = usePrepared(() => tenant.session('member'));
let rival: HttpClient;
let number = 0;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
const PHONE = '+5511987650000';

/** Columns that may be empty, and keep what they have in the rows of an erased person, with the reason. */
const STAYS: Record<string, string> = {
  'activity.author_id': 'The user who wrote it',
  'consent_change.author_id': 'The user who entered it',
  'consent_change.origin': 'A mark that the address was an erased one',
  'contact.anonymized_at': 'When it was erased',
  'contact.deleted_at': 'When it was deleted',
  'contact.deleted_by': 'The user who deleted it',
  'contact_merge.expired_at': 'When it could not be undone any more',
  'contact_merge.undone_at': 'When it was undone',
  'contact_merge.undone_by': 'The user who undid it',
  'erasure_request.decided_at': 'When it was approved',
  'erasure_request.decided_by': 'The user who approved it',
  'lead_receipt.captured_at': 'When the lead came',
  'lead_receipt.confirmed_at': 'When it was confirmed',
  'lead_receipt.contact_updated_at': 'When the lead changed the contact',
  'lead_receipt.counted_at': 'When the lead was counted',
  'lead_receipt.counted_bad': 'How the lead was counted',
  'lead_receipt.form_id': 'The form that was sent',
  'lead_receipt.page_id': 'The page of the form',
  'lead_receipt.retracted_at': 'When it was taken back',
  'lead_receipt.told_at': 'When others were told of it',
  'score_rules.evaluated_on': 'The day on which all contacts were judged',
  'segment.evaluated_on': 'The day on which all contacts were judged',
};

const newContact = async (fields: object = {}) => {
  const body = {
    email: `titular-${++number}@example.com`,
    nome: 'Ana Única',
    cargo: 'Dona',
    cidade: 'Natal',
    ...fields,
  };
  return (await member.post('/v1/contatos', body)).body;
};
const ask = (contato_id: unknown, fields: object = {}) =>
  member.post('/v1/pedidos-exclusao', { contato_id, solicitante: 'titular@example.com', canal: 'email', ...fields });
const asked = async (contactId: string) => (await ask(contactId)).body;

describe('a request to erase a contact', () => {
  it('is pending, and erases nothing', async () => {
    const contact = await newContact();
    const { status, body, headers } = await ask(contact.id, { motivo: 'LGPD' });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`/v1/pedidos-exclusao/${body.id}`);
    expect(body).toMatchObject({
      contato_id: contact.id,
      status: 'pending',
      solicitante: 'titular@example.com',
      canal: 'email',
      motivo: 'LGPD',
      motivo_recusa: null,
      decidido_em: null,
      resultado: null,
    });
    expect((await member.get(`/v1/contatos/${contact.id}`)).body).toEqual(contact);
    const [row] = await stack.sql<{ row: string }>(
      'select erasure_request::text as row from erasure_request where id = $1',
      [body.id],
    );
    expect(row?.row).not.toMatch(/titular@example|LGPD/);
  });

  it('is one at a time for a contact', async () => {
    const { id } = await newContact();
    const answers = await Promise.all([ask(id), ask(id), ask(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it.each([
    [{ solicitante: '' }, 400],
    [{ solicitante: undefined }, 400],
    [{ canal: 'a@b.example' }, 400],
    [{ canal: '' }, 400],
    [{ contato_id: 'x' }, 400],
    [{ contato_id: 'cnt_0123456789abcdef' }, 404],
    [{ urgente: true }, 400],
    [{ motivo: 7 }, 400],
  ])('with %j answers %i', async (fields, status) => {
    const { id } = await newContact();
    expect((await ask(id, fields)).status).toBe(status);
  });

  it('is listed and decided by admins of its account only', async () => {
    const { id } = await asked((await newContact()).id);
    const path = `/v1/pedidos-exclusao/${id}`;
    const denied = [
      await member.get('/v1/pedidos-exclusao'),
      await member.post(`${path}/aprovar`),
      await member.post(`${path}/recusar`, { motivo: 'x' }),
      await rival.post(`${path}/aprovar`),
      await rival.post(`${path}/recusar`, { motivo: 'x' }),
      await admin.post('/v1/pedidos-exclusao/1/aprovar'),
      await ask((await rival.post('/v1/contatos', { email: 'alheia@example.com' })).body.id),
    ];
    expect(denied.map(({ status }) => status)).toEqual(Array(7).fill(404));
    expect((await rival.get('/v1/pedidos-exclusao')).body).toEqual({ pedidos: [], proximo: '' });
  });

  it('is listed by status, newest first, page by page', async () => {
    const own = await stack.createTenant();
    const session = await own.session();
    const ids: string[] = [];
    for (const name of ['um', 'dois', 'tres']) {
      const { id } = (await session.post('/v1/contatos', { email: `${name}@example.com` })).body;
      const fields = { contato_id: id, solicitante: name, canal: 'telefone' };
      ids.push((await session.post('/v1/pedidos-exclusao', fields)).body.id);
    }
    await session.post(`/v1/pedidos-exclusao/${ids[1]}/recusar`, { motivo: 'Contrato em vigor' });
    const first = (await session.get('/v1/pedidos-exclusao?status=pending&limite=1')).body;
    const second = (await session.get(`/v1/pedidos-exclusao?status=pending&limite=1&cursor=${first.proximo}`)).body;
    expect([first.pedidos[0].id, second.pedidos[0].id]).toEqual([ids[2], ids[0]]);
    expect(second.proximo).toBe('');
    const refused = (await session.get('/v1/pedidos-exclusao?status=refused')).body.pedidos;
    expect(refused).toEqual([expect.objectContaining({ id: ids[1], motivo_recusa: 'Contrato em vigor' })]);
    expect((await session.get('/v1/pedidos-exclusao?status=aberto')).status).toBe(400);
    expect((await session.get('/v1/pedidos-exclusao?cursor=x')).status).toBe(400);
  });
});

describe('a refused request', () => {
  it('has a reason, is final, and lets a new one be entered', async () => {
    const contact = await newContact();
    const path = `/v1/pedidos-exclusao/${(await asked(contact.id)).id}`;
    for (const body of [{}, { motivo: null }, { motivo: '  ' }])
      expect((await admin.post(`${path}/recusar`, body)).status).toBe(422);
    expect((await admin.post(`${path}/recusar`, { motivo: 1 })).status).toBe(400);
    const { status, body } = await admin.post(`${path}/recusar`, { motivo: 'Contrato em vigor' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ status: 'refused', motivo_recusa: 'Contrato em vigor', resultado: null }),
    ]);
    expect((await admin.post(`${path}/recusar`, { motivo: 'x' })).status).toBe(409);
    expect((await admin.post(`${path}/aprovar`)).status).toBe(409);
    expect((await member.get(`/v1/contatos/${contact.id}`)).body).toEqual(contact);
    expect((await ask(contact.id)).status).toBe(201);
  });
});

describe('an approved request', () => {
  it('leaves nothing of the contact but that it was there', async () => {
    const contact = await newContact({ telefone: PHONE, marcadores: ['vip'] });
    const company = (await member.post('/v1/empresas', { nome: `Empresa ${contact.id}` })).body;
    await member.post(`/v1/empresas/${company.id}/pessoas`, { contato_id: contact.id, papel: 'Sócia' });
    const request = await asked(contact.id);
    const { status, body } = await admin.post(`/v1/pedidos-exclusao/${request.id}/aprovar`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        status: 'executed',
        solicitante: null,
        motivo: null,
        canal: 'email',
        decidido_em: expect.any(String),
        resultado: {
          pages: { estado: 'pendente', em: null },
          platform: { estado: 'pendente', em: null },
          mail: { estado: 'pendente', em: null },
        },
      }),
    ]);
    expect((await member.get(`/v1/contatos/${contact.id}`)).body).toEqual({
      ...Object.fromEntries(Object.keys(contact).map((key) => [key, null])),
      id: contact.id,
      ciclo: 'contato',
      estagio: 'novo',
      emails: [],
      telefones: [],
      identificadores: [],
      marcadores: [],
      campos: {},
      anonimizado: true,
      criado_em: contact.criado_em,
      atualizado_em: expect.any(String),
    });
    const values = [contact.id];
    expect(await stack.sql('select from contact_identifier where contact_id = $1', values)).toEqual([]);
    expect(await stack.sql('select from company_person where contact_id = $1', values)).toEqual([]);
    expect(await stack.sql('select data_key from contact where id = $1', values)).toEqual([{ data_key: null }]);
    const activities = await stack.sql<{ sealed: Buffer | null }>(
      'select sealed from activity where contact_id = $1',
      values,
    );
    expect(activities.length).toBeGreaterThan(0);
    expect(activities.every(({ sealed }) => sealed === null)).toBe(true);
    const audit = await stack.sql<{ action: string; row: string }>(
      `select action, audit_entry::text as row from audit_entry where object_id = $1 order by id`,
      [request.id],
    );
    expect(audit.map(({ action }) => action)).toEqual(['erasure-request.created', 'erasure-request.executed']);
    expect(audit.map(({ row }) => row).join()).not.toMatch(/@example\.com/);
  });

  it('frees the addresses, and takes no further request', async () => {
    const contact = await newContact();
    await admin.post(`/v1/pedidos-exclusao/${(await asked(contact.id)).id}/aprovar`);
    expect((await ask(contact.id)).status).toBe(409);
    expect((await member.post('/v1/contatos', { email: contact.email })).status).toBe(201);
  });

  it('tells Pages, Platform and Mail, whose events show no address while they wait', async () => {
    const contact = await newContact();
    const { id } = await asked(contact.id);
    await admin.post(`/v1/pedidos-exclusao/${id}/aprovar`);
    const events = await stack.sql<{ to: string; row: string }>(
      `select payload->>'to' as to, outbox::text as row from outbox
        where tenant_id = $1 and payload->>'type' = 'crm.contact.erased' order by id desc limit 3`,
      [tenant.id],
    );
    expect(events.map(({ to }) => to).sort()).toEqual(['mail', 'pages', 'platform']);
    for (const { row } of events) expect(row).not.toContain('@example.com');
  });

  it('is executed once, however many approve it at once', async () => {
    const { id } = await asked((await newContact()).id);
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(`/v1/pedidos-exclusao/${id}/aprovar`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('erases a contact that was deleted meanwhile', async () => {
    const contact = await newContact();
    const { id } = await asked(contact.id);
    await stack.sql('update contact set deleted_at = now() where id = $1', [contact.id]);
    await stack.sql('update contact_identifier set is_live = false where contact_id = $1', [contact.id]);
    expect((await admin.post(`/v1/pedidos-exclusao/${id}/aprovar`)).status).toBe(200);
    expect(await stack.sql('select from contact_identifier where contact_id = $1', [contact.id])).toEqual([]);
  });

  it('that loses its database half way has changed nothing, and can be approved again', async () => {
    const contact = await newContact();
    const { id } = await asked(contact.id);
    const blocker = new pg.Client({ connectionString: stack.database.adminUrl });
    await blocker.connect();
    // The audit entry is the last statement: by then the contact is erased, and nothing is committed.
    await blocker.query('begin; lock table audit_entry in exclusive mode');
    const approval = admin.post(`/v1/pedidos-exclusao/${id}/aprovar`);
    const waiting = () =>
      stack.sql<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    await waitUntil(async () => (await waiting()).length > 0);
    for (const { pid } of await waiting()) await stack.sql('select pg_terminate_backend($1)', [pid]);
    expect((await approval).status).toBe(503);
    await blocker.query('rollback');
    await blocker.end();
    expect((await member.get(`/v1/contatos/${contact.id}`)).body).toEqual(contact);
    const events = `select from outbox where payload->>'type' = 'crm.contact.erased' and created_at > now() - interval '1 day'`;
    const before = (await stack.sql(events)).length;
    expect((await admin.post(`/v1/pedidos-exclusao/${id}/aprovar`)).status).toBe(200);
    expect((await stack.sql(events)).length).toBe(before + 3);
  });
});

describe('the erasure', () => {
  it('knows every table that has rows of a contact', async () => {
    const tables = await stack.sql<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name in ('contact_id', 'kept_contact_id', 'merged_contact_id', 'other_contact_id')`,
    );
    const erased = stack.app.get(PersonErasers, { strict: false }).tables;
    expect(tables.map(({ name }) => name).filter((name) => !erased.has(name))).toEqual([]);
    expect(tables.length).toBeGreaterThan(3);
  });

  it('empties every column that may be empty, of each row that stays', async () => {
    const owner = await stack.createTenant();
    const session = await owner.session('admin');
    const leads = new LeadEvents(stack, owner);
    const [own, spam] = [
      leadOf({ email: 'ana@example.com', nome: 'Ana' }, { consent: CONSENT }),
      leadOf({ email: 's@example.com' }),
    ];
    for (const lead of [own, spam]) await leads.capture(lead);
    const { contatos } = (await session.get('/v1/contatos?q=ana@example.com')).body;
    const { id } = (
      await session.post('/v1/contatos', { email: 'twin@example.com', nome: 'Ana Lima', cidade: 'Natal' })
    ).body;
    expect((await session.post(`/v1/contatos/${contatos[0].id}/mesclar`, { contato_id: id })).status).toBe(201);
    const tables = new RegisteredTables(ENTITIES).erased;
    const sql = stack.sql.bind(stack);
    expect(await fillColumns(sql, tables, owner.id, Object.keys(STAYS))).toEqual([]);
    await leads.retract(spam);
    // A lead that was taken back may come again, and keeps what the check of its address said; the address is gone.
    await sql('update lead_receipt set email_status = null where lead_id = $1', [spam.leadId]);
    const asking = { contato_id: contatos[0].id, solicitante: 'Ana', canal: 'email' };
    const request = (await session.post('/v1/pedidos-exclusao', asking)).body;
    const { status, text } = await session.post(`/v1/pedidos-exclusao/${request.id}/aprovar`);
    expect(status, text).toBe(200);
    const filled = await filledColumns(sql, tables, owner.id);
    expect(filled.filter((column) => !STAYS[column])).toEqual([]);
    expect(filled).toContain('contact.anonymized_at');
  });

  it('knows which columns of a contact that are never empty are no personal data', async () => {
    const columns = await stack.sql<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = 'contact' and is_nullable = 'NO' order by column_name collate "C"`,
    );
    expect(columns.map(({ name }) => name)).toEqual([
      'created_at',
      'custom',
      'id',
      'last_activity_at',
      'lifecycle',
      'stage',
      'tags',
      'tenant_id',
      'updated_at',
    ]);
  });
});
