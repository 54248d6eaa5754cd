import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import type { TenantId } from '#libs/core/persistence';
import { SYSTEM_LABEL_LOOKS, SYSTEM_LABELS } from './label-values.js';
import { Label } from './label.entity.js';

/** The labels that every mailbox has; insert them with it. */
export async function insertSystemLabels(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<void> {
  await tx.insert(
    Label,
    SYSTEM_LABELS.map((systemKey) => ({
      ...SYSTEM_LABEL_LOOKS[systemKey],
      tenantId,
      id: v7(),
      mailboxId,
      systemKey,
      total: 0,
      unread: 0,
    })),
  );
}
