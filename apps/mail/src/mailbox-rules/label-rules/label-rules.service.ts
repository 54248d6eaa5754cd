import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/core/audit';
import { Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { SYSTEM_LABELS, type SystemLabel } from '../../labels/label-values.js';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../../mailboxes/mailbox.repository.js';
import { LabelRuleSetting } from './label-rule-setting.entity.js';

/** Settings of mailboxes for labels that rules apply: all are on, unless one is switched off. */
@Injectable()
export class LabelRulesService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
  ) {}

  /** Lists the labels whose rules are switched off. */
  async get({ tenantId, id: mailboxId }: Mailbox): Promise<readonly SystemLabel[]> {
    const found = await this.database.tenant(tenantId, (tx) => tx.findOneBy(LabelRuleSetting, { tenantId, mailboxId }));
    return found?.disabled ?? [];
  }

  /** Mail that has arrived keeps its labels. @throws Problem NotFound */
  async set(
    { tenantId, id: mailboxId }: Mailbox,
    changes: Partial<Record<SystemLabel, boolean>>,
  ): Promise<readonly SystemLabel[]> {
    return this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, mailboxId);
      if (!mailbox || mailbox.removedAt) throw new Problem('NotFound');
      const before = (await tx.findOneBy(LabelRuleSetting, { tenantId, mailboxId }))?.disabled ?? [];
      const disabled = SYSTEM_LABELS.filter((label) => !(changes[label] ?? !before.includes(label)));
      if (disabled.join() === before.join()) return before;
      const values = { tenantId, mailboxId, disabled, updatedAt: new Date() };
      await tx.upsert(LabelRuleSetting, values, ['tenantId', 'mailboxId']);
      await recordAudit(tx, {
        action: 'mailbox.label-rules-changed',
        object: { type: 'mailbox', id: mailboxId },
        tenantId,
        before: { disabled: before },
        after: { disabled },
      });
      return disabled;
    });
  }
}
