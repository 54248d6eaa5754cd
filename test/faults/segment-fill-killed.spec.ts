import { expect, it } from 'vitest';
import pg from 'pg';
import { waitUntil } from '#libs/test/testing';
import { insertContacts } from '../../apps/crm/src/exports/exports.fixture.js';
import { AppProcess } from '../support/app-process.js';
import { ENCRYPTION_KEYS, SERVICE_SECRET } from '../support/app-stack.js';
import { crmStack } from '../support/crm-stack.js';
import { useStack } from '../support/use-stack.js';

/** Contacts with ids before those of the API, and as many after them; every second one is a customer. */
const HALF = 6_000;
/** Contacts of the API are not yet evaluated at the first, and are at the second. */
const KILLED_AT = [1_000, HALF + 1_000];
const PATIENT = { timeoutMs: 60_000, everyMs: 5 };

const stack = useStack(() => crmStack({ ROLE: 'api' }));

const startWorker = () =>
  AppProcess.start('crm', {
    ...stack.issuer.environment,
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    ROLE: 'worker',
    REDIS_URL: stack.redisUrl,
    DATABASE_URL: stack.database.url,
    DATABASE_SYSTEM_URL: stack.database.systemUrl,
    BLOB_DIR: stack.blobDir,
    JOB_LEASE_MS: '1000',
    SERVICE_SECRET,
    ENCRYPTION_KEYS,
  });

it('a segment whose worker is killed while it is filled goes on where it was, and has exactly its members', async () => {
  const tenant = await stack.createTenant();
  const acme = await tenant.session('admin');
  await insertContacts(stack, tenant.id, HALF);
  await stack.sql(
    `insert into contact (tenant_id, id, lifecycle, stage, name, name_key, tags, custom, created_at)
     select tenant_id, 'cnt_f' || substr(id, 6), lifecycle, stage, name, name_key, tags, custom, created_at
       from contact where tenant_id = $1`,
    [tenant.id],
  );
  const create = async (email: string, estagio: string): Promise<string> =>
    (await acme.post('/v1/contatos', { email, estagio })).body.id;
  const leaving = [await create('l1@acme.test', 'cliente'), await create('l2@acme.test', 'cliente')];
  const coming = [await create('c1@acme.test', 'novo'), await create('c2@acme.test', 'novo')];
  const criterios = [{ campo: 'estagio', operador: 'igual', valor: 'cliente' }];
  const { body } = await acme.post('/v1/segmentos', { nome: 'Clientes', criterios, lista: true });
  const id: string = body.segmento.id;
  const evaluated = async () =>
    (await stack.sql<{ evaluated: number }>('select evaluated from segment where id = $1', [id]))[0]!.evaluated;

  const change = async (contact: string, estagio: string) => {
    const { status, text } = await acme.patch(`/v1/contatos/${contact}`, { estagio });
    expect(status, text).toBe(200);
  };

  const worker = await startWorker();
  const holder = new pg.Client({ connectionString: stack.database.adminUrl });
  try {
    await holder.connect();
    const seen: number[] = [];
    for (const [n, least] of KILLED_AT.entries()) {
      await waitUntil(async () => (await evaluated()) >= least, { ...PATIENT, what: `${least} contacts` });
      // The next thousand comes as far as its members, and waits with them.
      await holder.query('begin; lock table segment_member in share row exclusive mode');
      const stuck = `select from pg_locks where relation = 'segment_member'::regclass and not granted`;
      await waitUntil(async () => (await stack.sql(stuck)).length > 0, { ...PATIENT, what: 'the next members' });
      seen.push(await evaluated());
      await worker.kill();
      await holder.query('rollback');
      await change(leaving[n]!, 'novo');
      await change(coming[n]!, 'cliente');
      await create(`n${n}@acme.test`, 'cliente');
      await worker.start();
    }
    expect(seen.every((count) => count < 2 * HALF)).toBe(true);
    // Half of all, who came, and who is new.
    const expected = HALF + 2 + 2;
    await waitUntil(
      async () => {
        const { estado, alcance } = (await acme.get(`/v1/segmentos/${id}`)).body;
        expect([estado, alcance]).toEqual(['pronto', expected]);
        return true;
      },
      { ...PATIENT, timeoutMs: 120_000, what: 'the whole segment' },
    );
    const [wrong] = await stack.sql(
      `select count(*) filter (where member.contact_id is null)::int as missing,
              count(*) filter (where contact.stage is distinct from 'customer')::int as others
         from (select * from contact where tenant_id = $1 and stage = 'customer') as contact
         full join (select * from segment_member where tenant_id = $1 and segment_id = $2) as member
           on member.contact_id = contact.id`,
      [tenant.id, id],
    );
    expect(wrong).toEqual({ missing: 0, others: 0 });
  } finally {
    await holder.end();
    await worker.kill();
  }
});
