import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** An address or number of an erased person that comes back begins with the consent withdrawn. */
export class ErasedPeople1798320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SQL, ...tenantPolicySql('erased_identifier', 'crm')]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger withdraw_of_inserted on contact_identifier');
    await runner.query('drop trigger withdraw_of_updated on contact_identifier');
    await runner.query('drop function withdraw_consent_of_erased');
    await runner.query('alter table consent_change drop column origin');
    await runner.query('drop table erased_identifier');
  }
}

/*
 * A contact that gets the address has no record of its channels yet, or keeps what it has said. Its first record is dated back,
 * so that none of the same transaction is older, whatever the clocks. (`offset 0`: a look-up for each row.)
 */
const SQL = [
  `create table erased_identifier (
     tenant_id text collate "C" not null,
     kind text collate "C" not null,
     blind_index bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint erased_identifier__pk primary key (tenant_id, kind, blind_index)
   )`,
  'alter table consent_change add column origin text',
  `create function withdraw_consent_of_erased() returns trigger language plpgsql as $$
   begin
     insert into consent_change (tenant_id, contact_id, id, channel, granted, origin)
     select tenant_id, contact_id, uuidv7(interval '-1 minute'), channel, false, 'erased'
       from (
         select distinct written.tenant_id, written.contact_id, channel
           from written
          cross join lateral (
            select from erased_identifier erased
             where erased.tenant_id = written.tenant_id and erased.kind = written.kind
               and erased.blind_index = written.blind_index
             limit 1 offset 0
          ) as known
          cross join unnest(case written.kind when 'email' then array['email'] else array['sms', 'whatsapp'] end) as channel
          where written.is_live
       ) as of_erased
      where not exists (
        select from consent_change said
         where said.tenant_id = of_erased.tenant_id and said.contact_id = of_erased.contact_id
           and said.channel = of_erased.channel and not said.is_void);
     return null;
   end
   $$`,
  ...['insert', 'update'].map(
    (verb) =>
      `create trigger withdraw_of_${verb === 'insert' ? 'inserted' : 'updated'} after ${verb} on contact_identifier
         referencing new table as written for each statement execute function withdraw_consent_of_erased()`,
  ),
];
