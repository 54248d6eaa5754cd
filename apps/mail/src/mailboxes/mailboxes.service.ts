import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditDifference, recordAudit } from '#libs/core/audit';
import { currentSessionIfAny } from '#libs/core/auth';
import { invalidField, Problem } from '#libs/core/http';
import { Outbox } from '#libs/core/jobs';
import { Database, type Id, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { MailDomain } from '../domains/mail-domain.entity.js';
import { isRequiredAddress, toLocalPart } from './local-part.js';
import { GRANT_OWNER_JOB } from './mailbox-jobs.js';
import { administers } from './mailbox-access.js';
import { MailboxGrantRepository } from './grants/mailbox-grant.repository.js';
import { DEFAULT_QUOTA_BYTES, MAX_AUTOMATIC_MAILBOXES, MAX_MAILBOXES_OF_DOMAIN } from './mailbox-values.js';
import { type MailboxView, MailboxViews } from './mailbox-views.js';
import type { Mailbox } from './mailbox.entity.js';
import { type MailboxChanges, type MailboxFilters, MailboxRepository } from './mailbox.repository.js';
import { TenantOwner } from './tenant-owner.js';

export interface MailboxNames {
  localPart: string;
  /** The local part if absent. */
  displayName?: string;
}

/** The mailboxes of a tenant. */
@Injectable()
export class MailboxesService {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly grants: MailboxGrantRepository,
    private readonly views: MailboxViews,
    private readonly owners: TenantOwner,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Makes a mailbox. Its owner is the user whose session asks for it, or for a key the owner of the tenant: at once if
   * identity answers, else by a job.
   * @throws Problem ValidationError, NotFound, EnderecoEmUso, Conflict for a domain with as many mailboxes as it may have
   */
  async create(domain: MailDomain, { localPart, displayName = '' }: MailboxNames): Promise<MailboxView> {
    const { tenantId } = domain;
    const session = currentSessionIfAny();
    const name = toLocalPart(localPart, domain.name);
    if (name === null) throw invalidField('ValidationError', 'local_part', 'is not one that a mailbox may have');
    const ownerId = session ? session.userId : await this.ownerOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const locked = await lockDomain(tx, domain);
      if (!locked) throw new Problem('NotFound');
      if ((await this.mailboxes.count(tx, tenantId, domain.id)) >= MAX_MAILBOXES_OF_DOMAIN) throw tooMany();
      const values = { localPart: name, displayName: displayName.trim() || name, origin: 'manual' } as const;
      const mailbox = await this.mailboxes.insert(tx, locked, { ...values, quotaBytes: DEFAULT_QUOTA_BYTES });
      if (!mailbox) throw addressInUse();
      if (ownerId) await this.grants.upsert(tx, tenantId, mailbox.id, ownerId, 'owner');
      if (ownerId === undefined) {
        await this.outbox.enqueue(tx, GRANT_OWNER_JOB, [{ tenantId, payload: { mailboxId: mailbox.id } }]);
      }
      const view = await this.views.ofOne(tx, mailbox, session);
      await auditCreation(tx, mailbox, ownerId ?? null);
      return view;
    });
  }

  /**
   * Makes a mailbox for mail that came to an address without one, or finds the one that other mail made meanwhile. Null if
   * the address is not valid or was that of a removed mailbox, or the domain has as many mailboxes as it may.
   */
  async createAutomatic(tx: EntityManager, domain: MailDomain, localPart: string): Promise<Mailbox | null> {
    const { tenantId } = domain;
    const name = toLocalPart(localPart, domain.name);
    const locked = name === null ? null : await lockDomain(tx, domain);
    if (name === null || !locked) return null;
    const values = {
      localPart: name,
      displayName: name,
      origin: 'automatic',
      quotaBytes: DEFAULT_QUOTA_BYTES,
    } as const;
    const isRequired = isRequiredAddress(name);
    const mayMake =
      isRequired || !((await this.isFull(tx, domain)) || (await this.mailboxes.isKnown(tx, locked, name)));
    const mailbox = mayMake ? await this.mailboxes.insert(tx, locked, values) : null;
    if (!mailbox) return this.mailboxes.findLive(tx, tenantId, `${name}@${domain.name}`);
    await auditCreation(tx, mailbox, null);
    // Somebody has to read what comes there.
    if (isRequired) await this.outbox.enqueue(tx, GRANT_OWNER_JOB, [{ tenantId, payload: { mailboxId: mailbox.id } }]);
    return mailbox;
  }

  /** Whether mail to an address without a mailbox may make one now. */
  async mayCreateAutomatic(tx: EntityManager, domain: MailDomain, localPart: string): Promise<boolean> {
    return toLocalPart(localPart, domain.name) !== null && !(await this.isFull(tx, domain));
  }

  /** Newest first. Who does not administer the tenant sees the mailboxes of which they have a grant. */
  async listPage(tenantId: TenantId, filters: MailboxFilters, page: KeysetRequest): Promise<KeysetPage<MailboxView>> {
    const session = currentSessionIfAny();
    const visible = session && !administers(session) ? { ...filters, grantedTo: session.userId } : filters;
    return this.database.tenant(tenantId, async (tx) => {
      const { items, ...rest } = await this.mailboxes.listPage(tx, tenantId, visible, page);
      return { items: await this.views.of(tx, items, session), ...rest };
    });
  }

  async describe(mailbox: Mailbox): Promise<MailboxView> {
    const session = currentSessionIfAny();
    return this.database.tenant(mailbox.tenantId, (tx) => this.views.ofOne(tx, mailbox, session));
  }

  /** @throws Problem NotFound for a mailbox that was removed meanwhile */
  async change(
    { tenantId, id }: Mailbox,
    changes: Pick<MailboxChanges, 'displayName' | 'quotaBytes'>,
  ): Promise<Mailbox> {
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.mailboxes.lockForUpdate(tx, tenantId, id);
      if (!before || before.removedAt) throw new Problem('NotFound');
      const after = await this.mailboxes.update(tx, before, changes);
      const difference = auditDifference(before, after, ['displayName', 'quotaBytes']);
      const event = { action: 'mailbox.changed', object: { type: 'mailbox', id }, tenantId };
      if (difference) await recordAudit(tx, { ...event, ...difference });
      return after;
    });
  }

  private async isFull(tx: EntityManager, { tenantId, id }: MailDomain): Promise<boolean> {
    if ((await this.mailboxes.count(tx, tenantId, id)) >= MAX_MAILBOXES_OF_DOMAIN) return true;
    return (await this.mailboxes.count(tx, tenantId, id, 'automatic')) >= MAX_AUTOMATIC_MAILBOXES;
  }

  /** Undefined if identity does not answer. */
  private async ownerOf(tenantId: TenantId): Promise<Id<'usr'> | null | undefined> {
    return this.owners.find(tenantId).catch(() => undefined);
  }
}

export const addressInUse = (): Problem => new Problem('EnderecoEmUso', { message: 'A mailbox has this address' });

const tooMany = (): Problem =>
  new Problem('Conflict', { message: `A domain has at most ${MAX_MAILBOXES_OF_DOMAIN} mailboxes` });

/** Makes mailboxes of a domain come one after the other. Null if the domain is removed. */
async function lockDomain(
  tx: EntityManager,
  { tenantId, id }: Pick<MailDomain, 'tenantId' | 'id'>,
): Promise<MailDomain | null> {
  const domain = await tx.findOne(MailDomain, { where: { tenantId, id }, lock: { mode: 'for_no_key_update' } });
  return domain && !domain.removedAt ? domain : null;
}

async function auditCreation(
  tx: EntityManager,
  { tenantId, id, address, origin }: Mailbox,
  ownerId: string | null,
): Promise<void> {
  const after = { address, origin, ownerId };
  await recordAudit(tx, { action: 'mailbox.created', object: { type: 'mailbox', id }, tenantId, after });
}
