import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/core/audit';
import { currentSession } from '#libs/core/auth';
import { Problem, type ProblemCode } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import type { MailboxKind, MailboxOrigin } from './mailbox-values.js';
import { MailboxSubscription } from './subscriptions/mailbox-subscription.entity.js';
import { type MailboxView, MailboxViews } from './mailbox-views.js';
import type { Mailbox } from './mailbox.entity.js';
import { MailboxRepository } from './mailbox.repository.js';

/** Why a mailbox of an origin may not become collective. */
const ALWAYS_PERSONAL: Partial<Record<MailboxOrigin, ProblemCode>> = {
  automatic: 'origem_automatica',
  account: 'origem_conta_iam',
};

/** Whether a mailbox is one person's or several people's. */
@Injectable()
export class MailboxKindService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly views: MailboxViews,
  ) {}

  /** @throws Problem NotFound, origem_automatica, origem_conta_iam, CaixaAssinada */
  async set({ tenantId, id }: Mailbox, kind: MailboxKind): Promise<MailboxView> {
    const session = currentSession();
    return this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, id);
      if (!mailbox || mailbox.removedAt) throw new Problem('NotFound');
      if (mailbox.kind === kind) return this.views.ofOne(tx, mailbox, session);
      const refused = ALWAYS_PERSONAL[mailbox.origin];
      if (kind === 'collective' && refused) throw new Problem(refused);
      if (kind === 'personal' && (await tx.existsBy(MailboxSubscription, { tenantId, mailboxId: id }))) {
        throw new Problem('CaixaAssinada');
      }
      const view = await this.views.ofOne(tx, await this.mailboxes.update(tx, mailbox, { kind }), session);
      const change = { before: { kind: mailbox.kind }, after: { kind } };
      await recordAudit(tx, { action: 'mailbox.changed', object: { type: 'mailbox', id }, tenantId, ...change });
      return view;
    });
  }
}
