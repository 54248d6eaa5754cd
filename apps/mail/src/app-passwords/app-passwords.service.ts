import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { currentSession, type SessionPrincipal } from '#libs/core/auth';
import { isUuid, Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { administers } from '../mailboxes/mailbox-access.js';
import { MailboxGrantRepository } from '../mailboxes/grants/mailbox-grant.repository.js';
import { includesRole } from '../mailboxes/mailbox-values.js';
import type { Mailbox, MailboxRef } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import { hashAppPassword, newAppPassword } from './app-password-secret.js';
import type { AppPassword } from './app-password.entity.js';
import { AppPasswordRepository } from './app-password.repository.js';

/** Limit for a mailbox, over all of its users. */
const MAX_PASSWORDS = 20;

/** App passwords of mailboxes. Users see and revoke their own; managers, and admins of the tenant, those of all. */
@Injectable()
export class AppPasswordsService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly grants: MailboxGrantRepository,
    private readonly passwords: AppPasswordRepository,
  ) {}

  /** Newest first. */
  async list({ tenantId, id }: Mailbox): Promise<AppPassword[]> {
    const session = currentSession();
    return this.database.tenant(tenantId, async (tx) => {
      const seesAll = await this.manages(tx, session, { tenantId, id });
      return this.passwords.list(tx, tenantId, id, seesAll ? undefined : session.userId);
    });
  }

  /** The secret is returned here and never again. @throws Problem NotFound, Conflict at the limit */
  async create({ tenantId, id }: Mailbox, name: string): Promise<{ password: AppPassword; secret: string }> {
    const { userId } = currentSession();
    const secret = newAppPassword();
    const password = await this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, id);
      if (!mailbox || mailbox.removedAt) throw new Problem('NotFound');
      if ((await this.passwords.count(tx, tenantId, id)) >= MAX_PASSWORDS) throw tooMany();
      const values = { mailboxId: id, userId, name, secretHash: hashAppPassword(secret) };
      const inserted = await this.passwords.insert(tx, tenantId, values);
      await audit(tx, 'app-password.created', inserted);
      return inserted;
    });
    return { password, secret };
  }

  /** @throws Problem NotFound also for that of another user, unless one manages the mailbox */
  async get({ tenantId, id }: Mailbox, passwordId: string): Promise<AppPassword> {
    const session = currentSession();
    return this.database.tenant(tenantId, (tx) => this.getIn(tx, session, { tenantId, id }, passwordId));
  }

  /** Deletes a password, which authenticates nothing from the commit on. @throws Problem as {@link get} */
  async revoke({ tenantId, id }: Mailbox, passwordId: string): Promise<void> {
    const session = currentSession();
    await this.database.tenant(tenantId, async (tx) => {
      const password = await this.getIn(tx, session, { tenantId, id }, passwordId);
      await this.passwords.delete(tx, password);
      await audit(tx, 'app-password.revoked', password);
    });
  }

  private async getIn(
    tx: EntityManager,
    session: SessionPrincipal,
    mailbox: MailboxRef,
    passwordId: string,
  ): Promise<AppPassword> {
    const { tenantId, id } = mailbox;
    const password = isUuid(passwordId) ? await this.passwords.find(tx, tenantId, id, passwordId) : null;
    const isVisible = password && (password.userId === session.userId || (await this.manages(tx, session, mailbox)));
    if (!password || !isVisible) throw new Problem('NotFound');
    return password;
  }

  private async manages(tx: EntityManager, session: SessionPrincipal, { tenantId, id }: MailboxRef): Promise<boolean> {
    if (administers(session)) return true;
    const grant = await this.grants.find(tx, tenantId, id, session.userId);
    return grant !== null && includesRole(grant.role, 'manager');
  }
}

const tooMany = (): Problem =>
  new Problem('Conflict', { message: `A mailbox has at most ${MAX_PASSWORDS} app passwords` });

async function audit(tx: EntityManager, action: string, password: AppPassword): Promise<void> {
  const { tenantId, id, mailboxId, name, userId } = password;
  await recordAudit(tx, { action, object: { type: 'app-password', id }, tenantId, after: { mailboxId, name, userId } });
}
