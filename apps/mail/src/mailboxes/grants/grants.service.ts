import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { invalidField, Problem } from '#libs/core/http';
import { Database, type Id, isId } from '#libs/core/persistence';
import { MailboxEvents } from '../../mailbox-changes/mailbox-events.js';
import type { MailboxGrant } from './mailbox-grant.entity.js';
import { MailboxGrantRepository } from './mailbox-grant.repository.js';
import type { GrantRole } from '../mailbox-values.js';
import type { Mailbox } from '../mailbox.entity.js';
import { MailboxRepository } from '../mailbox.repository.js';
import { Members } from './members.js';

/** Grants of a mailbox at most. */
const MAX_GRANTS = 100;

/** A grant with the address of its user; null for one who is no member of the tenant. */
export interface GrantView {
  grant: MailboxGrant;
  email: string | null;
}

/** Roles of users in a mailbox. A mailbox keeps an owner among the members of its tenant once it has one. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly grants: MailboxGrantRepository,
    private readonly members: Members,
    private readonly events: MailboxEvents,
  ) {}

  /** The oldest first. */
  async list({ tenantId, id }: Mailbox): Promise<GrantView[]> {
    return this.shown(await this.database.tenant(tenantId, (tx) => this.grants.list(tx, tenantId, id)));
  }

  /** @throws Problem ValidationError unless the user is a member of the tenant; Conflict for the last owner or too many grants */
  async set(mailbox: Mailbox, userId: string, role: GrantRole): Promise<GrantView> {
    const { tenantId, id } = mailbox;
    const member = await this.members.find(tenantId, userId);
    if (!member) throw invalidField('ValidationError', 'user_id', 'must be that of a member of the tenant');
    const others = role === 'owner' ? [] : await this.listOtherOwners(mailbox, member.userId);
    const grant = await this.database.tenant(tenantId, async (tx) => {
      await this.lock(tx, mailbox);
      const before = await this.grants.list(tx, tenantId, id);
      const known = before.find((one) => one.userId === member.userId);
      if (known?.role === role) return known;
      if (!known && before.length >= MAX_GRANTS) throw tooMany();
      if (known?.role === 'owner') requireOwner(before, others);
      await this.grants.upsert(tx, tenantId, id, member.userId, role);
      this.events.mailbox(tx, id, 'access');
      const after = await this.grants.find(tx, tenantId, id, member.userId);
      await audit(tx, mailbox, member.userId, known?.role, role);
      return after!;
    });
    return { grant, email: member.email };
  }

  /** @throws Problem NotFound, Conflict for the last owner */
  async delete(mailbox: Mailbox, userId: string): Promise<void> {
    if (!isId('usr', userId)) throw new Problem('NotFound');
    const { tenantId, id } = mailbox;
    const member = await this.members.find(tenantId, userId);
    const others = await this.listOtherOwners(mailbox, userId);
    await this.database.tenant(tenantId, async (tx) => {
      await this.lock(tx, mailbox);
      const before = await this.grants.list(tx, tenantId, id);
      const known = before.find((one) => one.userId === userId);
      if (!known) throw new Problem('NotFound');
      // Who is no member any more owns nothing.
      if (known.role === 'owner' && member) requireOwner(before, others);
      await this.grants.delete(tx, tenantId, id, userId);
      this.events.mailbox(tx, id, 'access');
      await audit(tx, mailbox, userId, known.role, undefined);
    });
  }

  private async shown(grants: readonly MailboxGrant[]): Promise<GrantView[]> {
    const found = grants.map(async (grant) => {
      const member = await this.members.find(grant.tenantId, grant.userId);
      return { grant, email: member?.email ?? null };
    });
    return Promise.all(found);
  }

  /** The owners but for one, of those who are members of the tenant. */
  private async listOtherOwners(mailbox: Mailbox, userId: string): Promise<Id<'usr'>[]> {
    const views = await this.list(mailbox);
    return views.flatMap(({ grant, email }) =>
      grant.role === 'owner' && email !== null && grant.userId !== userId ? [grant.userId] : [],
    );
  }

  /** @throws Problem NotFound for a mailbox that was removed meanwhile */
  private async lock(tx: EntityManager, { tenantId, id }: Mailbox): Promise<void> {
    const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, id);
    if (!mailbox || mailbox.removedAt) throw new Problem('NotFound');
  }
}

/** @throws Problem Conflict unless one of the users still is an owner */
function requireOwner(grants: readonly MailboxGrant[], userIds: readonly string[]): void {
  if (grants.some(({ userId, role }) => role === 'owner' && userIds.includes(userId))) return;
  throw new Problem('Conflict', { message: 'The mailbox needs an owner. Make somebody else an owner first' });
}

const tooMany = (): Problem => new Problem('Conflict', { message: `A mailbox has at most ${MAX_GRANTS} grants` });

async function audit(
  tx: EntityManager,
  { tenantId, id }: Mailbox,
  userId: string,
  before: GrantRole | undefined,
  after: GrantRole | undefined,
): Promise<void> {
  await recordAudit(tx, {
    action: 'mailbox.grant-changed',
    object: { type: 'mailbox', id },
    tenantId,
    before: { userId, role: before ?? null },
    after: { userId, role: after ?? null },
  });
}
