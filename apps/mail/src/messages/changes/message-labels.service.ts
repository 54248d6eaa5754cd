import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { MailMessage } from '../mail-message.entity.js';
import { type LabelChoice, MessageLabels } from '../../labels/message-labels.js';
import type { LabelsChanged } from '../../labels/message-labels.sql.js';

/** Changes the labels of messages for users. */
@Injectable()
export class MessageLabelsService {
  constructor(
    private readonly database: Database,
    private readonly messageLabels: MessageLabels,
  ) {}

  /** Messages that the mailbox does not have are left out. @throws Problem NotFound for an unknown label */
  async changeMany(
    { tenantId, id }: Mailbox,
    messageIds: readonly string[],
    choice: LabelChoice,
  ): Promise<LabelsChanged> {
    return this.database.tenant(tenantId, (tx) => this.messageLabels.change(tx, tenantId, id, messageIds, choice));
  }

  /** A repeat changes nothing. @throws Problem NotFound for an unknown message or label */
  async change({ tenantId, id }: Mailbox, messageId: string, choice: LabelChoice): Promise<LabelsChanged> {
    const ofMessage = (tx: EntityManager) => tx.existsBy(MailMessage, { tenantId, mailboxId: id, id: messageId });
    return this.changeFound(tenantId, id, messageId, choice, async (tx) => ((await ofMessage(tx)) ? [messageId] : []));
  }

  /** All messages of a thread. @throws Problem NotFound for an unknown thread or label */
  async changeThread({ tenantId, id }: Mailbox, threadId: string, choice: LabelChoice): Promise<LabelsChanged> {
    const where = { tenantId, mailboxId: id, threadId };
    return this.changeFound(tenantId, id, threadId, choice, async (tx) =>
      (await tx.find(MailMessage, { where, select: { id: true } })).map((message) => message.id),
    );
  }

  private async changeFound(
    tenantId: TenantId,
    mailboxId: string,
    wanted: string,
    choice: LabelChoice,
    find: (tx: EntityManager) => Promise<string[]>,
  ): Promise<LabelsChanged> {
    const labelIds = [...(choice.apply ?? []), ...(choice.remove ?? [])];
    if (![wanted, ...labelIds].every(isUuid)) throw new Problem('NotFound');
    return this.database.tenant(tenantId, async (tx) => {
      const ids = await find(tx);
      if (ids.length === 0) throw new Problem('NotFound');
      return this.messageLabels.change(tx, tenantId, mailboxId, ids, choice);
    });
  }
}
