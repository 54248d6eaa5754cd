import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type TenantId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { type CrmStack, crmStackWith } from '../../../../test/support/crm-stack.js';
import { type ChangedContact, OnContactsChanged } from './on-contacts-changed.js';
import { WatchedTenants } from './watched-tenants.js';

/** Contacts at which the listener fails, and how. */
export const fates = new Map<string, 'fails' | 'fails once' | 'crashes once'>();

/** Keeps what it is told, in the transaction in which it is told. */
@Injectable()
class Listener {
  @OnContactsChanged()
  async changed(tx: EntityManager, tenantId: TenantId, changes: readonly ChangedContact[]): Promise<void> {
    for (const change of changes)
      await tx.query('insert into told_change (tenant_id, batch, change) values ($1, txid_current(), $2)', [
        tenantId,
        JSON.stringify(change),
      ]);
    for (const { contactId } of changes) {
      const fate = fates.get(contactId);
      if (fate?.endsWith('once')) fates.delete(contactId);
      if (fate?.startsWith('fails')) throw new Error('The listener fails');
      if (fate === 'crashes once') await tx.query('select pg_terminate_backend(pg_backend_pid())');
    }
  }
}

/** The CRM with a listener of changed contacts. */
export async function listeningStack(environment: Record<string, string> = {}): Promise<CrmStack> {
  const started = await crmStackWith([Listener], environment);
  await started.sql('create table told_change (n serial, tenant_id text, batch bigint, change jsonb)');
  await started.sql('grant all on told_change, told_change_n_seq to public');
  return started;
}

export async function watch(stack: CrmStack, tenantId: TenantId, watcher = 'segments'): Promise<void> {
  await stack.app.get(Database).tenant(tenantId, (tx) => stack.app.get(WatchedTenants).watch(tx, tenantId, watcher));
}

export async function unwatch(stack: CrmStack, tenantId: TenantId, watcher = 'segments'): Promise<void> {
  await stack.app.get(Database).tenant(tenantId, (tx) => stack.app.get(WatchedTenants).unwatch(tx, tenantId, watcher));
}

/** Waits until the log of a tenant is empty; returns what the listener was told since the last call, with its transaction. */
export async function toldChanges(
  stack: CrmStack,
  tenantId: TenantId,
): Promise<(ChangedContact & { batch: string })[]> {
  const log = 'select from contact_change where tenant_id = $1 and not is_apart';
  await waitUntil(async () => (await stack.sql(log, [tenantId])).length === 0, {
    timeoutMs: 60_000,
    what: 'the end of the log',
  });
  const rows = await stack.sql<{ n: number; batch: string; change: ChangedContact }>(
    'delete from told_change where tenant_id = $1 returning n, batch::text, change',
    [tenantId],
  );
  return rows.toSorted((a, b) => a.n - b.n).map(({ batch, change }) => ({ ...change, batch }));
}
