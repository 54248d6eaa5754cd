import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const APP = 'platform';

/**
 * Routes of received mail, the mail and its files. The system role finds the route of an address, deletes mail whose time is
 * over, and keeps the blobs that are referred to.
 */
export class ReceivedEmails1799003700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `create table inbound_route (
         tenant_id text not null,
         id text collate "C" not null,
         domain_id uuid not null,
         domain text not null,
         recipient text not null,
         webhook_id text collate "C",
         enabled boolean not null,
         description text,
         created_at timestamptz(3) not null default now(),
         updated_at timestamptz(3) not null default now(),
         constraint inbound_route__pk primary key (tenant_id, id),
         constraint inbound_route__recipient__uq unique (tenant_id, domain_id, recipient),
         constraint inbound_route__domain__fk foreign key (tenant_id, domain_id)
           references sending_domain (tenant_id, id) on delete cascade,
         constraint inbound_route__webhook__fk foreign key (tenant_id, webhook_id)
           references webhook_endpoint (tenant_id, id) on delete set null (webhook_id)
       )`,
      `create index inbound_route__domain__ix on inbound_route (domain)`,
      `create index inbound_route__webhook__ix on inbound_route (tenant_id, webhook_id) where webhook_id is not null`,
      `create table received_email (
         tenant_id text not null,
         id text collate "C" not null,
         route_id text collate "C" not null,
         envelope_from text not null,
         recipients text[] not null,
         client jsonb not null,
         hash text collate "C" not null,
         bytes integer not null,
         received_at timestamptz(3) not null,
         read_at timestamptz(3),
         content jsonb,
         headers jsonb,
         text text,
         html text,
         constraint received_email__pk primary key (tenant_id, id)
       )`,
      `create index received_email__bytes__ix on received_email (tenant_id, bytes)`,
      `create index received_email__hash__ix on received_email (tenant_id, hash)`,
      `create index received_email__received__ix on received_email (received_at)`,
      `create table received_attachment (
         tenant_id text not null,
         email_id text collate "C" not null,
         index integer not null,
         file_name text not null,
         content_type text not null,
         bytes integer not null,
         content_id text,
         hash text collate "C" not null,
         constraint received_attachment__pk primary key (tenant_id, email_id, index),
         constraint received_attachment__email__fk foreign key (tenant_id, email_id)
           references received_email (tenant_id, id) on delete cascade
       )`,
      `create index received_attachment__hash__ix on received_attachment (tenant_id, hash)`,
      ...['inbound_route', 'received_email', 'received_attachment'].flatMap((table) => tenantPolicySql(table, APP)),
      ...systemAccessSql('inbound_route', APP, ['select']),
      ...systemAccessSql('received_email', APP, ['select', 'delete']),
      ...systemAccessSql('received_attachment', APP, ['select']),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table received_attachment, received_email, inbound_route');
  }
}
