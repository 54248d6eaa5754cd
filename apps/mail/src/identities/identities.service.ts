import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { currentSession, currentSessionIfAny } from '#libs/core/auth';
import { domainOf, type Mailbox as Address } from '#libs/mail/email';
import { invalidField, isUuid, Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { HtmlDisplay } from '../display/html-display.js';
import { MailDomain } from '../domains/mail-domain.entity.js';
import { administers, MailboxAccess } from '../mailboxes/mailbox-access.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { withoutTag } from '../mailboxes/local-part.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import { IdentityRepository, type IdentityValues } from './identity.repository.js';
import type { SenderIdentity } from './sender-identity.entity.js';

const MAX_IDENTITIES = 50;

/** Sender of a message. */
export interface Sender {
  address: string;
  name: string;
  /** Address for answers; null for the address of the identity. */
  replyTo: string | null;
  /** Domain of the address, whose keys sign the message. */
  domainId: string;
}

/** An identity with its mailbox, which the principal may send from. */
export interface KnownIdentity {
  mailbox: Mailbox;
  identity: SenderIdentity;
}

/**
 * The addresses that a mailbox sends as beside its own. They are of verified domains of the tenant: the address of another
 * mailbox for who may send from that one, too, and an address without a mailbox if an admin of the tenant gave it.
 */
@Injectable()
export class IdentitiesService {
  constructor(
    private readonly database: Database,
    private readonly access: MailboxAccess,
    private readonly mailboxes: MailboxRepository,
    private readonly identities: IdentityRepository,
    private readonly display: HtmlDisplay,
  ) {}

  /** Lists the identities of a mailbox in the order of their addresses. */
  async list({ tenantId, id }: Mailbox): Promise<SenderIdentity[]> {
    return this.database.tenant(tenantId, (tx) => this.identities.list(tx, tenantId, id));
  }

  /** An identity that the principal may change. @throws Problem NotFound, InsufficientScope */
  async authorize(mailboxId: string, id: string): Promise<KnownIdentity> {
    const mailbox = await this.access.authorize(mailboxId, 'sender');
    const { tenantId } = mailbox;
    const find = (tx: EntityManager) => this.identities.find(tx, tenantId, mailboxId, id);
    const identity = isUuid(id) ? await this.database.tenant(tenantId, find) : null;
    if (!identity) throw new Problem('NotFound');
    return { mailbox, identity };
  }

  /** @throws Problem ValidationError, InsufficientScope, Conflict for an address that has one, and at the limit */
  async create(
    mailbox: Mailbox,
    values: Pick<IdentityValues, 'address'> & Partial<IdentityValues>,
  ): Promise<SenderIdentity> {
    const { tenantId, id } = mailbox;
    await this.authorizeAddress(mailbox, values.address);
    return this.database.tenant(tenantId, async (tx) => {
      await this.lock(tx, mailbox);
      if (await this.identities.findByAddress(tx, tenantId, id, values.address)) throw taken();
      if ((await this.identities.count(tx, tenantId, id)) >= MAX_IDENTITIES) throw tooMany();
      if (values.isDefault) await this.identities.clearDefault(tx, tenantId, id);
      const identity = await this.identities.insert(tx, tenantId, id, { ...DEFAULTS, ...this.safe(values) });
      await audit(tx, 'identity.created', identity);
      return identity;
    });
  }

  /** @throws Problem ValidationError, also for an empty change; InsufficientScope, NotFound, Conflict */
  async update({ mailbox, identity }: KnownIdentity, changes: Partial<IdentityValues>): Promise<SenderIdentity> {
    const { tenantId, id } = mailbox;
    const { address } = changes;
    if (Object.keys(changes).length === 0) throw new Problem('ValidationError', { message: 'Give what is to change' });
    const isNew = address !== undefined && address !== identity.address;
    if (isNew) await this.authorizeAddress(mailbox, address);
    return this.database.tenant(tenantId, async (tx) => {
      await this.lock(tx, mailbox);
      const current = await this.identities.find(tx, tenantId, id, identity.id);
      if (!current) throw new Problem('NotFound');
      if (isNew && (await this.identities.findByAddress(tx, tenantId, id, address))) throw taken();
      if (changes.isDefault) await this.identities.clearDefault(tx, tenantId, id);
      const updated = await this.identities.update(tx, current, this.safe(changes));
      await audit(tx, 'identity.changed', updated);
      return updated;
    });
  }

  async delete({ mailbox: { tenantId }, identity }: KnownIdentity): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      await this.identities.delete(tx, identity);
      await audit(tx, 'identity.deleted', identity);
    });
  }

  /**
   * Who a message of the mailbox is from: the address that is asked for, else the default identity, else the mailbox.
   * Whether the domain may send is for the caller to see.
   * @throws Problem CaixaRemetenteInexistente if the mailbox may not send as it
   */
  async senderOf(mailbox: Mailbox, from?: Pick<Address, 'address' | 'name'>): Promise<Sender> {
    const { tenantId, id } = mailbox;
    const address = from?.address.toLowerCase();
    const identity = await this.database.tenant(tenantId, (tx) =>
      address === undefined
        ? this.identities.findDefault(tx, tenantId, id)
        : this.identities.findByAddress(tx, tenantId, id, address),
    );
    const name = from?.name ?? (identity?.displayName || mailbox.displayName);
    const replyTo = identity?.replyTo ?? null;
    const own = { address: mailbox.address, name, replyTo, domainId: mailbox.domainId };
    if (identity?.address === mailbox.address || (!identity && (address ?? mailbox.address) === mailbox.address))
      return own;
    if (!identity && address !== undefined && (await this.isTagged(mailbox, address))) return { ...own, address };
    if (!identity) throw new Problem('CaixaRemetenteInexistente');
    const domain = await this.findDomain(mailbox, identity.address);
    if (!domain || !(await this.maySendFrom(mailbox, identity.address))) throw new Problem('CaixaRemetenteInexistente');
    return { ...own, address: identity.address, domainId: domain.id };
  }

  /** Tells whether it is the address of the mailbox with a tag; a mailbox may have a plus in its name. */
  private async isTagged(mailbox: Mailbox, address: string): Promise<boolean> {
    if (withoutTag(address) !== mailbox.address) return false;
    return (await this.findMailbox(mailbox, address)) === null;
  }

  private safe<V extends Partial<IdentityValues>>(values: V): V {
    const { signatureHtml } = values;
    return signatureHtml ? { ...values, signatureHtml: this.display.sanitiseOwn(signatureHtml) } : values;
  }

  private async lock(tx: EntityManager, { tenantId, id }: Mailbox): Promise<void> {
    const locked = await this.mailboxes.lockForUpdate(tx, tenantId, id);
    if (!locked || locked.removedAt) throw new Problem('NotFound');
  }

  /** Whether the user may make it an identity of the mailbox. @throws Problem ValidationError, InsufficientScope */
  private async authorizeAddress(mailbox: Mailbox, address: string): Promise<void> {
    if (address === mailbox.address) return;
    if (!(await this.findDomain(mailbox, address)))
      throw invalidField('ValidationError', 'address', 'must be of a verified domain of the account');
    const other = await this.findMailbox(mailbox, address);
    if (other) await this.access.authorize(other.id, 'sender').catch(asScope);
    else if (!administers(currentSession()))
      throw new Problem('InsufficientScope', { message: 'An address without a mailbox is given by an admin' });
  }

  /** A user who lost the other mailbox sends as it no longer, whoever made the identity. */
  private async maySendFrom(mailbox: Mailbox, address: string): Promise<boolean> {
    const other = currentSessionIfAny() && (await this.findMailbox(mailbox, address));
    if (!other) return true;
    return this.access.authorize(other.id, 'sender').then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem && (error.code === 'NotFound' || error.code === 'InsufficientScope')) return false;
        throw error;
      },
    );
  }

  private async findMailbox({ tenantId }: Mailbox, address: string): Promise<Mailbox | null> {
    return this.database.tenant(tenantId, (tx) => this.mailboxes.findLive(tx, tenantId, address));
  }

  private async findDomain({ tenantId }: Mailbox, address: string): Promise<MailDomain | null> {
    const where = { tenantId, name: domainOf(address), verifiedAt: Not(IsNull()), removedAt: IsNull() };
    return this.database.tenant(tenantId, (tx) => tx.findOneBy(MailDomain, where));
  }
}

const DEFAULTS = { displayName: '', replyTo: null, signatureHtml: null, isDefault: false };

/** Turns NotFound of a mailbox into a lack of scope: nobody learns here which mailboxes there are. */
function asScope(error: unknown): never {
  if (error instanceof Problem && error.code === 'NotFound') throw new Problem('InsufficientScope', NOT_SENDER);
  throw error;
}

const NOT_SENDER = { message: 'This needs the role sender in the mailbox of the address' };

const taken = (): Problem => new Problem('Conflict', { message: 'The mailbox has an identity of this address' });

const tooMany = (): Problem =>
  new Problem('Conflict', { message: `A mailbox has at most ${MAX_IDENTITIES} identities` });

async function audit(tx: EntityManager, action: string, identity: SenderIdentity): Promise<void> {
  const { tenantId, id, mailboxId, address, isDefault } = identity;
  await recordAudit(tx, {
    action,
    object: { type: 'identity', id },
    tenantId,
    after: { mailboxId, address, isDefault },
  });
}
