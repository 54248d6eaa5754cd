import { beforeAll, describe, expect, it } from 'vitest';
import { ENCRYPTION_KEYS } from '../../../../test/support/app-stack.js';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { HttpClient } from '../../../../test/support/http-client.js';
import { TenantKeyRotation } from './tenant-key-rotation.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const FRESH = `fresh:${Buffer.alloc(32, 9).toString('base64')}`;
const EMAIL = 'rotina@example.com';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const session = usePrepared(() => tenant.session());
let id: string;

beforeAll(async () => {
  id = (await session.post('/v1/contatos', { email: EMAIL })).body.id;
});
const start = (keys: string) => stack.startBeside({ ROLE: 'api', ENCRYPTION_KEYS: keys });
const emailAt = async (url: string) => {
  const { status, body } = await new HttpClient(url, session.fixedHeaders).get(`/v1/contatos/${id}`);
  return status === 200 ? body.email : status;
};
const keyIds = async () =>
  (await stack.sql<{ id: string }>(`select distinct split_part(sealed, '.', 2) as id from tenant_key order by id`)).map(
    (row) => row.id,
  );

describe('a new master key', () => {
  it('takes the place of the old one while contacts are read and made', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => stack.createTenant()));
    for (const other of others) await (await other.session()).post('/v1/contatos', { email: EMAIL });
    const both = await start(`${FRESH},${ENCRYPTION_KEYS}`);
    const rotation = both.app.get(TenantKeyRotation, { strict: false });
    expect(await keyIds()).toEqual(['test']);

    const rotated = new AbortController();
    const reading = (async () => {
      const seen = new Set<unknown>();
      while (!rotated.signal.aborted) for (const url of [stack.url, both.url]) seen.add(await emailAt(url));
      return seen;
    })();
    const newer = await stack.createTenant();
    const made = new HttpClient(both.url, (await newer.session()).fixedHeaders).post('/v1/contatos', { email: EMAIL });
    expect(await rotation.resealOld()).toBe(6);
    expect((await made).status).toBe(201);
    rotated.abort();
    expect([...(await reading)]).toEqual([EMAIL]);

    expect(await keyIds()).toEqual(['fresh']);
    expect(await rotation.resealOld()).toBe(0);
    const alone = await start(FRESH);
    expect(await emailAt(alone.url)).toBe(EMAIL);
    const again = new HttpClient(alone.url, session.fixedHeaders).post('/v1/contatos', { email: EMAIL });
    expect((await again).status).toBe(409);
  });

  it('waits for a key that cannot be opened, and reseals the others', async () => {
    const lost = await stack.createTenant();
    await (await lost.session()).post('/v1/contatos', { email: EMAIL });
    await stack.sql(`update tenant_key set sealed = replace(sealed, '.test.', '.gone.') where tenant_id = $1`, [
      lost.id,
    ]);
    const other = await stack.createTenant();
    await (await other.session()).post('/v1/contatos', { email: EMAIL });
    const both = await start(`${FRESH},${ENCRYPTION_KEYS}`);
    expect(await both.app.get(TenantKeyRotation, { strict: false }).resealOld()).toBe(1);
    expect(await keyIds()).toEqual(['fresh', 'gone']);
  });
});
