import { Injectable } from '@nestjs/common';
import { currentSessionIfAny, currentTenantId, type SessionPrincipal } from '#libs/core/auth';
import { isUuid, Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { MailboxGrantRepository } from './grants/mailbox-grant.repository.js';
import { type GrantRole, includesRole } from './mailbox-values.js';
import type { Mailbox } from './mailbox.entity.js';
import { MailboxRepository } from './mailbox.repository.js';

/** A role by a grant, or `visible`: any grant, or the administration of the tenant. */
export type NeededRole = GrantRole | 'visible';

/**
 * Judges how the current principal may use a mailbox. An API key may use all mailboxes of its tenant; its scope was checked by
 * the route. A user needs a grant. Owners and admins of the tenant administer every mailbox without one (`manager`,
 * `owner`), but read its mail and send from it (`reader`, `sender`) only with one, which they may give themselves.
 */
@Injectable()
export class MailboxAccess {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly grants: MailboxGrantRepository,
  ) {}

  /**
   * @throws Problem NotFound for a mailbox that is unknown, removed, of another tenant or of which the user has no grant;
   * InsufficientScope if the role of the user is too low
   */
  async authorize(mailboxId: string, needed: NeededRole): Promise<Mailbox> {
    const tenantId = currentTenantId();
    const session = currentSessionIfAny();
    if (!isUuid(mailboxId)) throw new Problem('NotFound');
    return this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.mailboxes.find(tx, tenantId, mailboxId);
      if (!mailbox) throw new Problem('NotFound');
      if (!session) return mailbox;
      const grant = await this.grants.find(tx, tenantId, mailboxId, session.userId);
      requireRole(grant?.role, administers(session), needed);
      return mailbox;
    });
  }
}

/** Whether a user owns or administers the tenant of the request. */
export const administers = ({ role }: SessionPrincipal): boolean => role === 'owner' || role === 'admin';

function requireRole(granted: GrantRole | undefined, isAdmin: boolean, needed: NeededRole): void {
  if (!granted && !isAdmin) throw new Problem('NotFound');
  if (needed === 'visible' || (granted && includesRole(granted, needed))) return;
  if (isAdmin && (needed === 'owner' || needed === 'manager')) return;
  throw new Problem('InsufficientScope', { message: `This needs the role ${needed} in the mailbox` });
}
