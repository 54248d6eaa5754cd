import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { MailboxSignature } from './mailbox-signature.entity.js';

@Injectable()
export class SignatureRepository {
  async find(tx: EntityManager, tenantId: TenantId, mailboxId: string): Promise<MailboxSignature | null> {
    return tx.findOneBy(MailboxSignature, { tenantId, mailboxId });
  }

  async upsert(tx: EntityManager, tenantId: TenantId, mailboxId: string, html: string): Promise<void> {
    const row = { tenantId, mailboxId, html, updatedAt: new Date() };
    await tx.upsert(MailboxSignature, row, ['tenantId', 'mailboxId']);
  }
}
