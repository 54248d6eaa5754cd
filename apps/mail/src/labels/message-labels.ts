import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { MailboxEvents } from '../mailbox-changes/mailbox-events.js';
import { lockMailbox } from '../mailboxes/mailbox-lock.sql.js';
import { LabelRepository } from './label.repository.js';
import { changeLabels, type LabelsChanged } from './message-labels.sql.js';

/** Labels to give to messages, and labels to take from them. */
export interface LabelChoice {
  apply?: readonly string[];
  remove?: readonly string[];
}

/** Gives messages labels and takes them, with all counts, in the caller's transaction. */
@Injectable()
export class MessageLabels {
  constructor(
    private readonly labels: LabelRepository,
    private readonly events: MailboxEvents,
  ) {}

  /**
   * Changes the labels of messages; those that the mailbox does not have are left out. Returns what it changed. It locks the
   * mailbox, and takes four statements whatever the number of messages.
   * @throws Problem NotFound for a mailbox or a label that is not there
   */
  async change(
    tx: EntityManager,
    tenantId: TenantId,
    mailboxId: string,
    messageIds: readonly string[],
    { apply = [], remove = [] }: LabelChoice,
  ): Promise<LabelsChanged> {
    if (!(await lockMailbox(tx, tenantId, mailboxId, 0))) throw new Problem('NotFound');
    const wanted = new Set([...apply, ...remove]);
    const found = await this.labels.countOf(tx, tenantId, mailboxId, [...wanted]);
    if (found < wanted.size) throw new Problem('NotFound', { message: 'The mailbox does not have the label' });
    const changed = await changeLabels(tx, tenantId, mailboxId, messageIds, { apply, remove });
    if (changed.applied + changed.removed > 0) this.events.messages(tx, mailboxId, messageIds, 'updated');
    return changed;
  }
}
