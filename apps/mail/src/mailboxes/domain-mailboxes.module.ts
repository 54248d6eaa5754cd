import { Global, Injectable, Module } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { DomainMailboxes } from '../domains/domain-mailboxes.js';
import { Mailbox } from './mailbox.entity.js';

@Injectable()
class MailboxesOfDomains extends DomainMailboxes {
  override countLive(tx: EntityManager, tenantId: TenantId, domainId: string): Promise<number> {
    return tx.countBy(Mailbox, { tenantId, domainId, removedAt: IsNull() });
  }

  override hasAny(tx: EntityManager, tenantId: TenantId, domainId: string): Promise<boolean> {
    return tx.existsBy(Mailbox, { tenantId, domainId });
  }

  override async lockLive(tx: EntityManager, tenantId: TenantId, id: string): Promise<boolean> {
    const where = { tenantId, id, removedAt: IsNull() };
    return (await tx.findOne(Mailbox, { where, lock: { mode: 'pessimistic_read' } })) !== null;
  }
}

/** Answers the questions of domains about mailboxes. Global, because domains know nothing of mailboxes. */
@Global()
@Module({
  providers: [{ provide: DomainMailboxes, useClass: MailboxesOfDomains }],
  exports: [DomainMailboxes],
})
export class DomainMailboxesModule {}
