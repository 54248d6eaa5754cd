import { Injectable } from '@nestjs/common';
import { type JobBatch, OnJob } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { GRANT_OWNER_JOB, type GrantOwner } from './mailbox-jobs.js';
import { MailboxGrantRepository } from './grants/mailbox-grant.repository.js';
import { MailboxRepository } from './mailbox.repository.js';
import { TenantOwner } from './tenant-owner.js';

/** Makes the owner of a tenant the owner of mailboxes that a key made while identity did not answer. */
@Injectable()
export class MailboxOwnerProcessor {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly grants: MailboxGrantRepository,
    private readonly owners: TenantOwner,
  ) {}

  @OnJob(GRANT_OWNER_JOB, { concurrency: 1 })
  async grant(batch: JobBatch<GrantOwner>): Promise<void> {
    const { tenantId } = batch;
    for (const job of batch.jobs) {
      await batch.runFor(job, async () => {
        const { mailboxId } = job.payload;
        const ownerId = await this.owners.find(tenantId);
        await this.database.tenant(tenantId, async (tx) => {
          const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, mailboxId);
          const grants = mailbox && ownerId ? await this.grants.list(tx, tenantId, mailboxId) : [];
          const hasOwner = grants.some(({ role }) => role === 'owner');
          if (mailbox && ownerId && !hasOwner) await this.grants.upsert(tx, tenantId, mailboxId, ownerId, 'owner');
          await batch.complete(tx, [job.id]);
        });
      });
    }
  }
}
