import type pg from 'pg';
import { firstIdAt, idAt, positionOf, type TenantId } from '#libs/core/persistence';
import { DataKey } from '#libs/core/secrets';
import { TenantCipher } from '../../apps/crm/src/keys/tenant-cipher.js';
import type { Filling } from './rows-read.js';

export const MAILBOX = '00000000-0000-4000-8000-000000000001';
export const INBOX = '00000000-0000-4000-8000-000000000002';
export const OTHER_FOLDER = '00000000-0000-4000-8000-000000000003';
/** Makes the indexes of the contacts' addresses. */
export const CIPHER = new TenantCipher(DataKey.generate());
const DAY_MS = 86_400_000;
/** Messages lie in these days, whose partitions are not all of one month. */
const DAYS = 45;

/** An expression for each row, or the same value for all if they are to be alike. */
const either = (areAlike: boolean) => (sql: string, alike: string) => (areAlike ? alike : sql);

/** Contacts, one every 20 seconds until now: a quarter of them are asked for, or one in five hundred; one in a thousand has a rare name. */
export const CONTACTS: Filling = {
  tables: ['contact', 'contact_identifier', 'contact_event_day'],
  async fill(admin, tenantId, count, areAlike) {
    const value = either(areAlike);
    await admin.query(
      `insert into contact (tenant_id, id, lifecycle, stage, name, name_key, tags, custom, country, city, device, created_at, filter_keys)
       select $1, 'cnt_' || lpad(to_hex(n), 16, '0'), 'contact', stage, name, lower(name), '{}', '{}', 'BR', city, device,
              now() - n * interval '20 seconds', array['city=' || lower(city), 'source=manual']
         from (
           select n, ${value(`(array['new', 'new', 'customer', 'contacted'])[1 + n % 4]`, `'contacted'`)} as stage,
                  ${value(`'Cidade ' || n % 500`, `'Cidade 77'`)} as city,
                  ${value(`(array['mobile', 'desktop'])[1 + n / 7 % 2]`, `'mobile'`)} as device,
                  ${value(`case when n % 1000 = 999 then 'Ana Wenceslau' else 'Nome ' || n || ' Silva' end`, `'Ana Wenceslau'`)} as name
             from generate_series(1, $2::int) n) as given
       on conflict do nothing`,
      [tenantId, count],
    );
    await admin.query(
      `insert into contact_identifier (tenant_id, id, contact_id, kind, sealed, blind_index, domain_index, is_primary)
       select tenant_id, gen_random_uuid(), id, 'email', 'sealed', sha256((tenant_id || id)::bytea), $2, true from contact
        where tenant_id = $1 and not exists (select from contact_identifier i where i.tenant_id = $1 and i.contact_id = contact.id)`,
      [tenantId, CIPHER.domainIndexOf('example.com')],
    );
    // Yesterday: in the time zone of the account it may not be today yet.
    await admin.query(
      `insert into contact_event_day (tenant_id, contact_id, name, day, n)
       select tenant_id, id, 'email_aberto', current_date - 1, 1 from contact where tenant_id = $1 on conflict do nothing`,
      [tenantId],
    );
  },
};

/** Messages of a mailbox, one a minute until now: half of them are in its inbox, and one in a thousand has a rare word. */
export const MAILS: Filling = {
  tables: ['mail_message', 'message_search', 'folder', 'message_label', 'mailbox_contact'],
  async fill(admin, tenantId, count, areAlike) {
    await admin.query(
      `insert into folder (tenant_id, id, mailbox_id, kind, name) values ($1, $2, $4, 'inbox', ''), ($1, $3, $4, 'archive', '')
       on conflict do nothing`,
      [tenantId, INBOX, OTHER_FOLDER, MAILBOX],
    );
    await admin.query(
      `insert into mail_message (tenant_id, id, mailbox_id, folder_id, thread_id, origin, blob_hash, bytes, subject, "to", cc, bcc, reply_to,
                                 snippet, sorted_at, is_read, has_attachments, scan_verdict)
       select $1, gen_random_uuid(), $3, ${either(areAlike)('case when n % 2 = 0 then $4::uuid else $5::uuid end', '$4::uuid')},
              gen_random_uuid(), 'received', '', 1, coalesce($5::text, ''), '[]', '[]', '[]', '[]', '', now() - n * interval '1 minute', true,
              false, 'clean' from generate_series(1, $2::int) n`,
      [tenantId, count, MAILBOX, INBOX, OTHER_FOLDER],
    );
    await admin.query(
      `insert into message_search (tenant_id, message_id, mailbox_id, sorted_at, lexemes)
       select tenant_id, id, mailbox_id, sorted_at,
              ${either(areAlike)(`(case when n % 1000 = 0 then 'wenceslau' else 'reuniao' end)`, `'alike'`)}::tsvector
         from (select *, row_number() over () as n from mail_message where tenant_id = $1) m on conflict do nothing`,
      [tenantId],
    );
    await admin.query(
      `insert into mailbox_contact (tenant_id, id, mailbox_id, email, name, notes)
       select $1, gen_random_uuid(), $3, ${either(areAlike)(`'Person.' || n`, `'Alike.' || n`)} || '@example.test', '', ''
         from generate_series(1, $2::int) n on conflict do nothing`,
      [tenantId, count, MAILBOX],
    );
  },
};

/** Sent messages, evenly over the last weeks: half of them are e-mails; and totals of their events by hours and days. */
export const MESSAGES: Filling = {
  tables: ['message', 'message_tag', 'event_total', 'template_total'],
  async fill(admin, tenantId, count, areAlike) {
    await admin.query(
      `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id)
       select $1, id, case left(id, 3) when 'msg' then 'email' else 'sms' end, 'sent', 'live', 'shop@example.test',
              ${either(areAlike)(`'customer.' || n % 500 || '@example.test'`, `'customer.77@example.test'`)}, '', id
         from unnest($2::text[]) with ordinality as given (id, n)`,
      [tenantId, idsOver(count, areAlike)],
    );
    await admin.query(
      `insert into message_tag (tenant_id, tag, message_id)
       select tenant_id, 'customer:' || recipient, id from message where tenant_id = $1 on conflict do nothing`,
      [tenantId],
    );
    await fillTotals(admin, tenantId, count);
  },
};

function idsOver(count: number, areAlike: boolean): string[] {
  const now = Date.now();
  const first = positionOf(firstIdAt('msg', new Date(now - DAYS * DAY_MS)));
  const step = Math.floor((positionOf(firstIdAt('msg', new Date(now))) - first) / count);
  return Array.from({ length: count }, (_, n) => idAt(areAlike || n % 2 === 0 ? 'msg' : 'sms', first + n * step));
}

/** Totals of as many hours as a tenant has rows for, at eight events each, and of their days. */
async function fillTotals(admin: pg.Client, tenantId: TenantId, count: number): Promise<void> {
  const columns = `span, date_trunc(span, now(), 'UTC') - n * ('1 ' || span)::interval`;
  const source = `from (values ('hour', $2::int / 8), ('day', $2::int / 192 + 1)) as spans (span, most), generate_series(1, most) n`;
  const events = `unnest(array['accepted', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'failed', 'complained']) as event`;
  await admin.query(
    `insert into event_total (tenant_id, span, start, channel, event, count)
     select $1, ${columns}, 'email', event, 1 ${source}, ${events} on conflict do nothing`,
    [tenantId, count],
  );
  await admin.query(
    `insert into template_total (tenant_id, span, start, channel, template_id, event, count)
     select $1, ${columns}, 'email', 'tpl_' || n % 20, event, 1 ${source}, ${events} on conflict do nothing`,
    [tenantId, count],
  );
}
