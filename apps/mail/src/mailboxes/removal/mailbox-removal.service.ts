import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { currentSession } from '#libs/core/auth';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { MailDomain } from '../../domains/mail-domain.entity.js';
import { MailboxEvents } from '../../mailbox-changes/mailbox-events.js';
import { listBindings, type MailboxBinding } from './mailbox-bindings.sql.js';
import { RESTORABLE_DAYS } from '../mailbox-values.js';
import { type MailboxView, MailboxViews } from '../mailbox-views.js';
import { Mailbox } from '../mailbox.entity.js';
import { MailboxRepository } from '../mailbox.repository.js';

const DAY_MS = 86_400_000;

const WIRE_BINDINGS: Record<MailboxBinding['kind'], string> = {
  'catch-all': 'catchall',
  forwarding: 'encaminhamento',
  subscription: 'assinatura',
};

/** Removed mailboxes since before this time are purged, and no longer restored. */
export const restorableSince = (): Date => new Date(Date.now() - RESTORABLE_DAYS * DAY_MS);

/** Removes mailboxes, and restores them. */
@Injectable()
export class MailboxRemoval {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly views: MailboxViews,
    private readonly events: MailboxEvents,
  ) {}

  /** A mailbox that is not removed, or can still be restored. */
  async find(tenantId: TenantId, id: string): Promise<Mailbox | null> {
    if (!isUuid(id)) return null;
    const mailbox = await this.database.tenant(tenantId, (tx) => tx.findOneBy(Mailbox, { tenantId, id }));
    return mailbox?.removedAt && mailbox.removedAt <= restorableSince() ? null : mailbox;
  }

  /** @throws Problem NotFound, CaixaComVinculos */
  async remove({ tenantId, id }: Mailbox): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, id);
      if (!mailbox || mailbox.removedAt) throw new Problem('NotFound');
      const bindings = await listBindings(tx, tenantId, id);
      if (bindings.length > 0) throw stillBound(bindings);
      await this.mailboxes.update(tx, mailbox, { removedAt: new Date() });
      await audit(tx, 'mailbox.removed', mailbox);
      this.events.mailbox(tx, id, 'access');
    });
  }

  /**
   * A mailbox of a domain that the tenant removed and added again comes back in the new one.
   * @throws Problem NotFound, EnderecoEmUso, DominioRemovido
   */
  async restore({ tenantId, id }: Mailbox): Promise<MailboxView> {
    const session = currentSession();
    return this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, id);
      if (!mailbox || (mailbox.removedAt && mailbox.removedAt <= restorableSince())) throw new Problem('NotFound');
      if (!mailbox.removedAt) throw new Problem('EnderecoEmUso', { message: 'The mailbox is not removed' });
      const name = mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1);
      const lock = { mode: 'for_no_key_update' } as const;
      const domain = await tx.findOne(MailDomain, { where: { tenantId, name, removedAt: IsNull() }, lock });
      if (!domain) throw new Problem('DominioRemovido');
      if (await this.isTaken(tx, mailbox))
        throw new Problem('EnderecoEmUso', { message: 'Another mailbox has this address now' });
      const restored = await this.mailboxes.update(tx, mailbox, { removedAt: null, domainId: domain.id });
      const view = await this.views.ofOne(tx, restored, session);
      await audit(tx, 'mailbox.restored', restored);
      return view;
    });
  }

  /** Mailboxes of the domain are made one after the other, and it is locked. */
  private async isTaken(tx: EntityManager, { tenantId, address }: Mailbox): Promise<boolean> {
    return tx.existsBy(Mailbox, { tenantId, address, removedAt: IsNull() });
  }
}

function stillBound(bindings: readonly MailboxBinding[]): Problem {
  const vinculos = bindings.map(({ kind, id, description }) => ({
    tipo: WIRE_BINDINGS[kind],
    id,
    descricao: description,
  }));
  return new Problem('CaixaComVinculos', { extra: { vinculos } });
}

async function audit(tx: EntityManager, action: string, { tenantId, id, address }: Mailbox): Promise<void> {
  await recordAudit(tx, { action, object: { type: 'mailbox', id }, tenantId, after: { address } });
}
