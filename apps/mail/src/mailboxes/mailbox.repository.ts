import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import {
  afterCommit,
  type KeysetPage,
  type KeysetRequest,
  listKeysetPage,
  returned,
  rowsByKeys,
  type TenantId,
} from '#libs/core/persistence';
import { MailDomain } from '../domains/mail-domain.entity.js';
import { MailboxContents } from './mailbox-contents.js';
import { MailboxGrant } from './grants/mailbox-grant.entity.js';
import type { MailboxOrigin } from './mailbox-values.js';
import { Mailbox } from './mailbox.entity.js';
import { RecentMailboxes } from './recent-mailboxes.js';

export type NewMailbox = Pick<Mailbox, 'displayName' | 'localPart' | 'origin' | 'quotaBytes'>;
export type MailboxChanges = Partial<
  Pick<Mailbox, 'avatarHash' | 'displayName' | 'domainId' | 'kind' | 'quotaBytes' | 'removedAt'>
>;

export interface MailboxFilters {
  domainId?: string;
  /** Only mailboxes of which the user has a grant. */
  grantedTo?: string;
  /** Removed mailboxes in place of live ones. */
  removed?: boolean;
}

const BY_IDS = rowsByKeys('mailbox', { id: 'cast(:ids as uuid[])' }, { tenant: ':tenantId', as: 'mailbox' });

/** Mailboxes of a tenant. A mailbox is live while neither it nor its domain is removed. */
@Injectable()
export class MailboxRepository {
  constructor(
    private readonly recent: RecentMailboxes,
    private readonly contents: MailboxContents,
  ) {}

  /** Inserts a personal mailbox with its folders and labels. Null if another one of the tenant has the address. */
  async insert(
    tx: EntityManager,
    { tenantId, id: domainId, name }: Pick<MailDomain, 'tenantId' | 'id' | 'name'>,
    values: NewMailbox,
  ): Promise<Mailbox | null> {
    const row = { ...values, tenantId, id: v7(), domainId, address: `${values.localPart}@${name}` };
    const insert = tx.createQueryBuilder().insert().into(Mailbox).orIgnore().returning('*');
    const result = await insert.values({ ...row, kind: 'personal', usedBytes: 0 }).execute();
    const [mailbox] = returned(tx, Mailbox, result);
    if (!mailbox) return null;
    await this.contents.insertInto(tx, tenantId, mailbox.id);
    return mailbox;
  }

  /** A mailbox that is not removed. */
  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Mailbox | null> {
    return tx.findOneBy(Mailbox, { tenantId, id, removedAt: IsNull() });
  }

  /** The live mailbox of an address, which is in lower case. */
  async findLive(tx: EntityManager, tenantId: TenantId, address: string): Promise<Mailbox | null> {
    const query = tx.createQueryBuilder(Mailbox, 'mailbox').where({ tenantId, address, removedAt: IsNull() });
    return query.andWhere(DOMAIN_IS_LIVE).getOne();
  }

  /** Finds those of the mailboxes that are live. */
  async findMany(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Mailbox[]> {
    const query = tx.createQueryBuilder(Mailbox, 'mailbox').where(BY_IDS, { tenantId, ids });
    return query.andWhere({ removedAt: IsNull() }).getMany();
  }

  /** Tells whether a mailbox of the domain has the address, or had it before it was removed. */
  async isKnown(tx: EntityManager, { tenantId, name }: MailDomain, localPart: string): Promise<boolean> {
    return tx.existsBy(Mailbox, { tenantId, address: `${localPart}@${name}` });
  }

  /** Removed mailboxes included. */
  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Mailbox | null> {
    return tx.findOne(Mailbox, { where: { tenantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Counts the mailboxes of a domain, removed ones included; optionally of one origin. */
  async count(tx: EntityManager, tenantId: TenantId, domainId: string, origin?: MailboxOrigin): Promise<number> {
    return tx.countBy(Mailbox, { tenantId, domainId, ...(origin && { origin }) });
  }

  /** Newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    { domainId, grantedTo, removed = false }: MailboxFilters,
    page: KeysetRequest,
  ): Promise<KeysetPage<Mailbox>> {
    const query = tx.createQueryBuilder(Mailbox, 'mailbox').where({ tenantId });
    query.andWhere(removed ? 'mailbox.removed_at is not null' : 'mailbox.removed_at is null');
    if (domainId !== undefined) query.andWhere({ domainId });
    if (grantedTo !== undefined) {
      const grants = query.subQuery().select('1').from(MailboxGrant, 'grant');
      grants.where('grant.tenant_id = mailbox.tenant_id and grant.mailbox_id = mailbox.id and grant.user_id = :userId');
      query.andWhere(`exists ${grants.getQuery()}`).setParameter('userId', grantedTo);
    }
    return listKeysetPage(query, ['id'], page);
  }

  async update(tx: EntityManager, { tenantId, id, address }: Mailbox, changes: MailboxChanges): Promise<Mailbox> {
    await tx.update(Mailbox, { tenantId, id }, changes);
    afterCommit(tx, () => this.recent.forget(address));
    return tx.findOneByOrFail(Mailbox, { tenantId, id });
  }
}

const DOMAIN_IS_LIVE = `exists (
  select from mail_domain where mail_domain.tenant_id = mailbox.tenant_id and mail_domain.id = mailbox.domain_id
     and mail_domain.removed_at is null)`;
