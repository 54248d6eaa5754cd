import { beforeAll, describe, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { RetentionService } from './retention.service.js';
import { useStack } from '../../../../test/support/use-stack.js';

const PATH = '/v1/configuracoes/retencao';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let job: RetentionService;
let number = 0;

beforeAll(async () => {
  job = stack.app.get(RetentionService, { strict: false });
});
const account = async (): Promise<[CrmTenant, HttpClient]> => {
  const tenant = await stack.createTenant();
  return [tenant, await tenant.session()];
};

/** A contact to which nothing has happened for so many days. */
const contactOf = async (session: HttpClient, days: number): Promise<string> => {
  const { id } = (await session.post('/v1/contatos', { email: `antiga-${++number}@example.com`, nome: 'Ana' })).body;
  const age = [id, days];
  await stack.sql(
    `update contact set last_activity_at = now() - make_interval(days => $2), updated_at = now() - make_interval(days => $2)
      where id = $1`,
    age,
  );
  await stack.sql('update activity set created_at = now() - make_interval(days => $2) where contact_id = $1', age);
  return id;
};

const isAnonymized = async (session: HttpClient, id: string): Promise<boolean> =>
  (await session.get(`/v1/contatos/${id}`)).body.anonimizado;

describe('the retention of an account', () => {
  it('is for good until it is set', async () => {
    const [, session] = await account();
    expect((await session.get(PATH)).body).toEqual({ dias: null, anonimizados_total: 0 });
    expect((await session.put(PATH, { dias: 30 })).body).toEqual({ dias: 30, anonimizados_total: 0 });
    expect((await session.put(PATH, { dias: 3650 })).status).toBe(200);
    expect((await session.get(PATH)).body.dias).toBe(3650);
    expect((await session.put(PATH, { dias: null })).body.dias).toBeNull();
  });

  it.each([
    [{}, 400],
    [{ dias: '30' }, 400],
    [{ dias: 30.5 }, 400],
    [{ dias: 30, x: 1 }, 400],
    [{ dias: 29 }, 422],
    [{ dias: 3651 }, 422],
    [{ dias: -1 }, 422],
    [{ dias: 0 }, 422],
  ])('with %j answers %i', async (body, status) => {
    const [, session] = await account();
    expect((await session.put(PATH, body)).status).toBe(status);
    expect((await session.get(PATH)).body.dias).toBeNull();
  });

  it('is read by members and set by admins', async () => {
    const [tenant] = await account();
    const member = await tenant.session('member');
    expect((await member.get(PATH)).status).toBe(200);
    expect((await member.put(PATH, { dias: 30 })).status).toBe(404);
  });

  it('is audited when it changes', async () => {
    const [tenant, session] = await account();
    for (const dias of [90, 90, null]) await session.put(PATH, { dias });
    const entries = await stack.sql<{ before: unknown; after: unknown }>(
      `select before, after from audit_entry where object_id = $1 and action = 'retention-policy.changed' order by id`,
      [tenant.id],
    );
    expect(entries).toEqual([
      { before: { days: null }, after: { days: 90 } },
      { before: { days: 90 }, after: { days: null } },
    ]);
  });
});

describe('the job', () => {
  it('anonymizes what was without activity for longer, and counts it', async () => {
    const [tenant, session] = await account();
    const [, careless] = await account();
    await session.put(PATH, { dias: 30 });
    const [old, young, kept] = [
      await contactOf(session, 31),
      await contactOf(session, 29),
      await contactOf(careless, 4_000),
    ];
    await job.anonymizeInactive();
    expect(await isAnonymized(session, old)).toBe(true);
    expect(await isAnonymized(session, young)).toBe(false);
    expect(await isAnonymized(careless, kept)).toBe(false);
    expect((await session.get(PATH)).body).toEqual({ dias: 30, anonimizados_total: 1 });
    expect(await job.anonymizeInactive()).toBe(0);
    const entries = await stack.sql<{ after: unknown }>(
      `select after from audit_entry where tenant_id = $1 and action = 'contact.anonymized' and object_id = $2`,
      [tenant.id, old],
    );
    expect(entries).toEqual([{ after: { days: 30 } }]);
    const events = await stack.sql(
      `select from outbox where tenant_id = $1 and payload->>'type' = 'crm.contact.erased'`,
      [tenant.id],
    );
    expect(events).toHaveLength(3);
  });

  it('keeps a contact with a recent activity, and one whose erasure is asked for', async () => {
    const [, session] = await account();
    await session.put(PATH, { dias: 30 });
    const [noted, asked] = [await contactOf(session, 31), await contactOf(session, 31)];
    await stack.sql('update activity set created_at = now() where contact_id = $1', [noted]);
    await session.post('/v1/pedidos-exclusao', { contato_id: asked, solicitante: 'Ana', canal: 'email' });
    await job.anonymizeInactive();
    expect(await isAnonymized(session, noted)).toBe(false);
    expect(await isAnonymized(session, asked)).toBe(false);
  });

  it('takes deleted contacts, too', async () => {
    const [tenant, session] = await account();
    await session.put(PATH, { dias: 30 });
    const id = await contactOf(session, 31);
    await stack.sql('update contact set deleted_at = now() where id = $1', [id]);
    await job.anonymizeInactive();
    const [row] = await stack.sql('select name, data_key from contact where tenant_id = $1 and id = $2', [
      tenant.id,
      id,
    ]);
    expect(row).toEqual({ name: null, data_key: null });
  });

  it('goes through more contacts than one batch has', async () => {
    const [tenant, session] = await account();
    await session.put(PATH, { dias: 30 });
    await stack.sql(
      `insert into contact (tenant_id, id, lifecycle, stage, tags, custom, name, last_activity_at, updated_at)
       select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', 'new', '{}', '{}', 'Ana', now() - interval '1 year', now() - interval '1 year'
         from generate_series(1, 203) n`,
      [tenant.id],
    );
    expect(await job.anonymizeInactive()).toBe(203);
    expect((await session.get(PATH)).body.anonimizados_total).toBe(203);
  });

  it('stops when the process does, and goes on with the next run', async () => {
    const [, session] = await account();
    await session.put(PATH, { dias: 30 });
    const id = await contactOf(session, 31);
    expect(await job.anonymizeInactive(AbortSignal.abort())).toBe(0);
    expect(await isAnonymized(session, id)).toBe(false);
    expect(await job.anonymizeInactive()).toBe(1);
  });
});
