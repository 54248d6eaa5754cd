import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { Every } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, type Id } from '#libs/core/persistence';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { recordViewChanges, type ChangedEntry } from '../credentials/view-change.sql.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { UserCredentialsRepository } from '../ownership/user-credentials.repository.js';
import { TenantDeletionService } from '../tenant-deletion/tenant-deletion.service.js';
import { UserRepository } from '../users/user.repository.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';

const EVERY_MS = 5_000;
const AT_ONCE = 50;
const SERVICE = { kind: 'service', id: null, sessionId: null } as const;

type List = 'listDue' | 'listRestored' | 'listUnfinished';

/** Deletes accounts for good when their grace is over, and finishes the return of those whose users signed in. */
@Injectable()
export class AccountPurge {
  constructor(
    private readonly database: Database,
    private readonly deletions: AccountDeletionRepository,
    private readonly users: UserRepository,
    private readonly credentials: UserCredentialsRepository,
    private readonly tenants: TenantDeletionService,
    private readonly requests: AccountDeletionService,
    private readonly outbox: MailOutbox,
    private readonly publisher: CredentialPublisher,
  ) {}

  @Every({
    every: EVERY_MS,
    lock: 'account returns',
    whileHeld: 'runs',
    when: (purge: AccountPurge) => purge.hasAny('listRestored'),
  })
  async finishReturns(): Promise<void> {
    for (const userId of await this.list('listRestored')) await attempt(userId, () => this.restore(userId));
  }

  /** Skips an account whose user is back, also while its return is not finished. */
  @Every({
    every: EVERY_MS,
    lock: 'account deletions',
    when: (purge: AccountPurge) => purge.hasAny('listUnfinished', 'listDue'),
  })
  async deleteDue(): Promise<void> {
    for (const userId of await this.list('listUnfinished'))
      await attempt(userId, () => this.requests.deleteTenants(userId));
    for (const userId of await this.list('listDue')) await attempt(userId, () => this.delete(userId));
  }

  async hasAny(...lists: List[]): Promise<boolean> {
    for (const list of lists) if ((await this.list(list)).length > 0) return true;
    return false;
  }

  private list(kind: List): Promise<Id<'usr'>[]> {
    return this.database.statement((pool) => this.deletions[kind](pool, AT_ONCE));
  }

  /** Restores what belongs to an account that the sign-in has restored already. If it is interrupted, the next run repeats it. */
  private async restore(userId: Id<'usr'>): Promise<void> {
    const deletion = await this.database.system((tx) => this.deletions.find(tx, userId));
    if (!deletion?.restoredAt) return;
    for (const tenantId of deletion.tenantIds) await this.tenants.restoreFor(tenantId, userId);
    await this.database.system(async (tx) => {
      await this.deletions.lockUser(tx, userId);
      // The user may have deleted the account again meanwhile, and even be back from that: the other request stays.
      const current = await this.deletions.find(tx, userId);
      if (current?.requestedAt.getTime() !== deletion.requestedAt.getTime()) return;
      const profile = await this.users.findProfile(tx, userId);
      const email = await this.users.findLogin(tx, userId);
      await this.deletions.delete(tx, userId);
      if (email) await this.outbox.enqueue(tx, { kind: 'account-restored', to: email, name: profile?.name ?? '' });
      const actor = { kind: 'user', id: userId, sessionId: null } as const;
      await recordAudit(tx, { action: 'account.restored', object: { type: 'user', id: userId }, actor });
    });
  }

  private async delete(userId: Id<'usr'>): Promise<void> {
    const changes = await this.database.system((tx) => this.deleteIn(tx, userId));
    await this.publisher.publishOrLog(changes);
  }

  private async deleteIn(tx: EntityManager, userId: Id<'usr'>): Promise<ChangedEntry[]> {
    if (!(await this.deletions.lockUser(tx, userId))) return [];
    // The user may have signed in a moment ago, and may have deleted the account again, for another week.
    if (!(await this.deletions.isDue(tx, userId))) return [];
    // Its tenants are being deleted by now, unless one has other members and lost its other owner.
    const leftBehind = await this.deletions.listLeftBehind(tx, userId);
    if (leftBehind.length > 0) {
      const tenantId = leftBehind[0]!.id;
      logger.error('An account stays for a day more: a tenant would be without an owner', { userId, tenantId });
      await this.deletions.postpone(tx, userId);
      return [];
    }
    const memberships = await this.deletions.listMemberships(tx, userId);
    const email = await this.users.findLogin(tx, userId);
    const name = (await this.users.findProfile(tx, userId))?.name ?? '';
    const language = await this.users.findLanguage(tx, userId);
    if (email) await this.outbox.enqueue(tx, { kind: 'account-deleted', to: email, name, language });
    await this.credentials.deleteArtifacts(tx, userId, undefined);
    await this.deletions.deleteUser(tx, userId);
    const changes = [{ kind: 'user', name: userId }] as const;
    await recordViewChanges(tx, changes);
    for (const { tenantId, role } of memberships) {
      const object = { type: 'member', id: userId };
      await recordAudit(tx, { action: 'member.removed', object, tenantId, before: { role }, actor: SERVICE });
    }
    await recordAudit(tx, { action: 'account.deleted', object: { type: 'user', id: userId }, actor: SERVICE });
    return [...changes];
  }
}

async function attempt(userId: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => logger.error('The deletion of an account failed', { error, userId }));
}
