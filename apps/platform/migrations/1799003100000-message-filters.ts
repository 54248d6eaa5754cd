import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexByPartition } from '#libs/core/persistence';

const INDEXES = [
  { name: 'message__recipient__ix', table: 'message', on: '(tenant_id, recipient, id)' },
  {
    name: 'message__template__ix',
    table: 'message',
    on: '(tenant_id, template_id, id) where template_id is not null',
  },
  { name: 'webhook_delivery__type__ix', table: 'webhook_delivery', on: '(tenant_id, endpoint_id, event_type, id)' },
];

/** Messages are found by recipient and by template, and the deliveries to a webhook endpoint by the type of the event. */
export class MessageFilters1799003100000 implements MigrationInterface {
  /** The indexes are made while messages are written. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await createIndexByPartition(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of INDEXES) await runner.query(`drop index if exists ${name}`);
  }
}
