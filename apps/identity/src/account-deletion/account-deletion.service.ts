import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem, invalidField } from '#libs/core/http';
import { Database, type Id, type TenantId } from '#libs/core/persistence';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import type { ChangedEntry } from '../credentials/view-change.sql.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { UserCredentialsRepository } from '../ownership/user-credentials.repository.js';
import { assertSessionOpen } from '../sessions/session-check.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { GRACE_MS, TenantDeletionService } from '../tenant-deletion/tenant-deletion.service.js';
import { TenantRepository } from '../tenants/tenant.repository.js';
import { SecondFactor } from '../two-factor/second-factor.js';
import { PasswordCheck } from '../users/password-check.js';
import { auditUser } from '../users/user-audit.js';
import { UserRepository, type LoginUser } from '../users/user.repository.js';
import { AccountDeletionRepository, type LeftBehind } from './account-deletion.repository.js';

/** Tenants go after the account, so that a user who signs in at the last moment finds them. */
const TENANTS_LATER_MS = 3_600_000;
const NAMED = 5;

/** Users delete their accounts, and restore them for a week by signing in. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly database: Database,
    private readonly deletions: AccountDeletionRepository,
    private readonly users: UserRepository,
    private readonly passwords: PasswordCheck,
    private readonly secondFactor: SecondFactor,
    private readonly sessions: SessionsService,
    private readonly credentials: UserCredentialsRepository,
    private readonly tenants: TenantDeletionService,
    private readonly locks: TenantRepository,
    private readonly outbox: MailOutbox,
    private readonly publisher: CredentialPublisher,
  ) {}

  /**
   * Deletes an account after a week, and with it the tenants that have no other member. When this returns, every app rejects
   * the user's sessions.
   * @param code of the second factor; needed by a user who has one
   * @throws Problem AuthorizationError (password or code), MissingParameter (code), Throttling, NotFound,
   *   Conflict for the only owner of a tenant with other members
   */
  async request(id: string, password: string, code: string | undefined): Promise<void> {
    const user = await this.passwords.confirm(id, password);
    await this.confirmSecondFactor(user, code);
    const dueAt = new Date(Date.now() + GRACE_MS);
    const changes = await this.insert(user, dueAt);
    await this.publisher.publish(changes);
    await this.deleteTenants(user.id);
  }

  /** Deletes the tenants that go with an account. If it is interrupted, the next run of the purge does it. */
  async deleteTenants(userId: Id<'usr'>): Promise<void> {
    const deletion = await this.database.system((tx) => this.deletions.find(tx, userId));
    if (!deletion) return;
    const dueAt = new Date(deletion.dueAt.getTime() + TENANTS_LATER_MS);
    for (const tenantId of deletion.tenantIds) await this.tenants.requestFor(tenantId, userId, dueAt);
  }

  /** Locks the user's tenants against other changes of their owners, such as the deletion of another owner's account. */
  private async insert(user: LoginUser, dueAt: Date): Promise<ChangedEntry[]> {
    const owned = await this.database.system((tx) => this.deletions.listOwned(tx, user.id));
    const insertIn = () => this.database.system((tx) => this.requestIn(tx, user, dueAt, owned));
    if (owned.length === 0) return insertIn();
    return this.database.together(owned, async (tx) => {
      for (const tenantId of owned) await this.locks.lockForUpdate(tx, tenantId);
      return insertIn();
    });
  }

  private async confirmSecondFactor(user: LoginUser, code: string | undefined): Promise<void> {
    if (!user.twoFactor) return;
    if (code === undefined) {
      throw invalidField('MissingParameter', 'code', 'is required: the account has a second factor');
    }
    await this.secondFactor.openPending(user.id, user.passwordHash);
    await this.secondFactor.verify(user.id, code);
  }

  private async requestIn(
    tx: EntityManager,
    { id: userId, email }: LoginUser,
    dueAt: Date,
    locked: readonly TenantId[],
  ): Promise<ChangedEntry[]> {
    await assertSessionOpen(tx);
    const leftBehind = await this.deletions.listLeftBehind(tx, userId);
    assertNoneWithOthers(leftBehind);
    const tenantIds = leftBehind.map(({ id }) => id);
    if ((await this.deletions.listOwned(tx, userId)).some((id) => !locked.includes(id))) {
      throw new Problem('Conflict', { message: 'You became the owner of a tenant a moment ago. Try again' });
    }
    await this.deletions.lockUser(tx, userId);
    const name = (await this.users.findProfile(tx, userId))?.name ?? '';
    // One that the user took back a moment ago has not given back its tenants yet.
    const earlier = await this.deletions.find(tx, userId);
    await this.deletions.delete(tx, userId);
    await this.deletions.insert(tx, { userId, dueAt, tenantIds: [...(earlier?.tenantIds ?? []), ...tenantIds] });
    const mail = { kind: 'account-deletion-requested', to: email, name, dueAt: dueAt.toISOString() } as const;
    await this.outbox.enqueue(tx, mail);
    await this.credentials.deleteArtifacts(tx, userId, undefined);
    const changes = await this.sessions.endOthersIn(tx, userId);
    const after = { dueAt: dueAt.toISOString(), tenantIds };
    await auditUser(tx, 'account.deletion-requested', userId, { after });
    return changes;
  }
}

function assertNoneWithOthers(tenants: readonly LeftBehind[]): void {
  const withOthers = tenants.filter(({ members }) => members > 1);
  if (withOthers.length === 0) return;
  const names = withOthers.slice(0, NAMED).map(({ name }) => name);
  const more = withOthers.length > NAMED ? ` and ${withOthers.length - NAMED} more` : '';
  throw new Problem('Conflict', {
    message:
      `You are the only owner of ${names.join(', ')}${more}. Make another member an owner, remove the other members, or ` +
      'delete the tenant first',
  });
}
