import type { TenantId } from '#libs/core/persistence';
import type { TenantCipher } from '../../apps/crm/src/keys/tenant-cipher.js';
import type { Crm } from './crm.js';
import type { BenchTenant } from './platform.js';

/** A name of three in ten contacts, of one in 20,000, and of none. */
export const FRAGMENTS = { frequent: 'silva', rare: 'wenceslau', absent: 'zyxw' };

const FILL = `
  insert into contact (tenant_id, id, lifecycle, stage, name, name_key, tags, custom, country, state, city, job_title, source,
                       utm_source, device, os, browser, ip_country, email_status, created_at, updated_at, last_activity_at, filter_keys)
  select $1, 'cnt_' || lpad(to_hex($2::integer - n), 16, '0'), case when n % 3 = 0 then 'lead' else 'contact' end,
         (array['new','new','new','contacted','contacted','qualified','customer','discarded'])[1 + random_a % 8],
         name, lower(name), case when random_a % 20 = 0 then array['vip'] else '{}' end, '{}',
         (array['BR','BR','BR','BR','BR','BR','BR','PT','AR','US'])[1 + random_b % 10], 'UF' || random_b % 27, 'Cidade ' || random_c % 5000,
         'Cargo ' || random_c % 40, (array['manual','import','page','snippet'])[1 + random_a % 4],
         'utm' || random_b % 12, (array['mobile','mobile','mobile','desktop','desktop','tablet'])[1 + random_b % 6],
         'os' || random_a % 6, 'browser' || random_a % 5, 'BR', 'ok', at, at, at,
         array['state=uf' || random_b % 27, 'city=cidade ' || random_c % 5000, 'job_title=cargo ' || random_c % 40,
               'source=' || (array['manual','import','page','snippet'])[1 + random_a % 4], 'utm_source=utm' || random_b % 12,
               'os=os' || random_a % 6, 'browser=browser' || random_a % 5]
           || case when random_a % 20 = 0 then array['tag=vip'] else '{}' end
    from (
      select n, now() - n * interval '20 seconds' as at, abs(hashint4(n)) as random_a, abs(hashint4(n + 7)) as random_b,
             abs(hashint4(n * 3)) as random_c,
             'Nome' || abs(hashint4(n)) % 900 || ' de '
               || case when abs(hashint4(n + 1)) % 10 < 3 then 'Silva' when n % 20000 = 19999 then 'Wenceslau'
                       else 'Familia' || abs(hashint4(n + 2)) % 3000 end as name
        from generate_series(1, $2::integer) n
    ) as numbered`;

/** Bytes in place of real seals: a bench opens only the contacts that {@link sealContacts} seals. */
const FILL_IDENTIFIERS = `
  insert into contact_identifier (tenant_id, id, contact_id, kind, sealed, blind_index, domain_index, is_primary)
  select tenant_id, gen_random_uuid(), id, 'email', sha256(id::bytea) || sha256(id::bytea), sha256(id::bytea),
         ($2::bytea[])[1 + abs(hashtext(id)) % cardinality($2::bytea[])], true
    from contact where tenant_id = $1`;

/** Indexes in place of those of real domains. */
const DOMAINS = ['one', 'two', 'three'].map((name) => Buffer.from(name));

/** So many contacts of one tenant, one every 20 seconds until now, without statistics. */
export async function insertContacts(
  crm: Crm,
  { id }: BenchTenant,
  count: number,
  domains: readonly Buffer[] = DOMAINS,
): Promise<void> {
  await crm.admin.query(FILL, [id, count]);
  await crm.admin.query(FILL_IDENTIFIERS, [id, domains]);
}

/** The same, with statistics. */
export async function addContacts(crm: Crm, tenant: BenchTenant, count: number): Promise<void> {
  await insertContacts(crm, tenant, count);
  await crm.admin.query('vacuum (analyze) contact, contact_identifier');
  await crm.checkpoint();
}

/** Gives contacts a key and an e-mail address that open. */
export async function sealContacts(
  crm: Crm,
  tenantId: TenantId,
  cipher: TenantCipher,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const { key, sealed } = cipher.createContactKey(id);
    const email = `${id}@example.test`;
    await crm.admin.query('update contact set data_key = $3 where tenant_id = $1 and id = $2', [tenantId, id, sealed]);
    await crm.admin.query(
      'update contact_identifier set sealed = $3, blind_index = $4 where tenant_id = $1 and contact_id = $2',
      [tenantId, id, key.seal('email', email), cipher.indexOf('email', email)],
    );
  }
}
