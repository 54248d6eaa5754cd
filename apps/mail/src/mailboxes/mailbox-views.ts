import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { SessionPrincipal } from '#libs/core/auth';
import { countMessages, type MailboxCounts } from './mailbox-counts.sql.js';
import { MailboxGrantRepository } from './grants/mailbox-grant.repository.js';
import { MailboxSubscription } from './subscriptions/mailbox-subscription.entity.js';
import type { GrantRole } from './mailbox-values.js';
import type { Mailbox } from './mailbox.entity.js';

/** A mailbox with what is shown beside it. */
export interface MailboxView extends MailboxCounts {
  mailbox: Mailbox;
  /** The role of the user who asks; null without a grant, and for a key. */
  role: GrantRole | null;
  isSubscribed: boolean;
}

const NONE: MailboxCounts = { messages: 0, unread: 0 };

/** Adds to mailboxes of a tenant what is shown beside them, in three statements for all of them. */
@Injectable()
export class MailboxViews {
  constructor(private readonly grants: MailboxGrantRepository) {}

  async of(
    tx: EntityManager,
    mailboxes: readonly Mailbox[],
    session: SessionPrincipal | undefined,
  ): Promise<MailboxView[]> {
    const [first] = mailboxes;
    if (!first) return [];
    const { tenantId } = first;
    const ids = mailboxes.map(({ id }) => id);
    const counts = await countMessages(tx, tenantId, ids);
    const roles = session && (await this.grants.rolesOf(tx, tenantId, session.userId, ids));
    const subscriptions = await tx.findBy(MailboxSubscription, { tenantId, mailboxId: In(ids) });
    const subscribed = new Set(subscriptions.map(({ mailboxId }) => mailboxId));
    return mailboxes.map((mailbox) => ({
      mailbox,
      ...(counts.get(mailbox.id) ?? NONE),
      role: roles?.get(mailbox.id) ?? null,
      isSubscribed: subscribed.has(mailbox.id),
    }));
  }

  async ofOne(tx: EntityManager, mailbox: Mailbox, session: SessionPrincipal | undefined): Promise<MailboxView> {
    const [view] = await this.of(tx, [mailbox], session);
    return view!;
  }
}
