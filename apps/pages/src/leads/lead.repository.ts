import { Injectable } from '@nestjs/common';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { EmailStatus } from '#libs/core/app-events';
import { CONFIRMATION_LINK_MS } from '#libs/messaging/confirmation';
import { Form, Lead, LeadFile, type ConfirmationState } from '#libs/sites/forms';
import {
  type BoundedCount,
  countBounded,
  escapeLike,
  exec,
  firstIdAt,
  listKeysetPage,
  many,
  rowsByKeys,
  type KeysetPage,
  type KeysetRequest,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { DELETE_EXPIRED_LEADS, LIST_LEADS_OF_EMAILS } from './lead.sql.js';

export interface LeadFilter {
  formId?: string;
  pageId?: string;
  isSpam?: boolean;
  emailStatus?: EmailStatus;
  confirmation?: ConfirmationState;
  /** Received from then on. */
  from?: Date;
  /** Received before then. */
  until?: Date;
  /** Part of the name, the address or the number. */
  text?: string;
}

/** `collate "C"`: the statistics of leads know some tenants, and take a new one to have one lead (decision 95). */
const BY_IDS = rowsByKeys('lead', { id: 'cast(:ids as text[])' }, { tenant: ':tenantId collate "C"', as: 'lead' });
const FILES_OF = rowsByKeys('lead_file', { lead_id: 'cast(:leadIds as text[])' }, { tenant: ':tenantId', as: 'file' });

/** The leads of a tenant. */
@Injectable()
export class LeadRepository {
  /** A page, newest first. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    filter: LeadFilter,
    page: KeysetRequest,
  ): Promise<KeysetPage<Lead>> {
    if (page.counts && isSearch(filter))
      return { items: [], next: null, count: await countFound(tx, tenantId, filter) };
    const query = tx.createQueryBuilder(Lead, 'lead').where('lead.tenantId = :tenantId', { tenantId });
    return listKeysetPage(filtered(query, filter), ['id'], page);
  }

  async hasMoreThan(tx: EntityManager, tenantId: TenantId, filter: LeadFilter, count: number): Promise<boolean> {
    const query = tx
      .createQueryBuilder(Lead, 'lead')
      .select('lead.id')
      .where('lead.tenantId = :tenantId', { tenantId });
    const beyond = await filtered(query, filter).orderBy('lead.id', 'DESC').offset(count).limit(1).getRawMany();
    return beyond.length > 0;
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<Lead | null> {
    return tx.findOneBy(Lead, { tenantId, id });
  }

  /** The ids of the newest leads of each address, newest first, without spam. Needs the system role. */
  async listIdsOfEmails(
    tx: SqlExecutor,
    tenantId: TenantId,
    emails: readonly string[],
    limit: number,
  ): Promise<{ email: string; id: string }[]> {
    return many(tx, LIST_LEADS_OF_EMAILS, [tenantId, emails, limit]);
  }

  async listByIds(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<Lead[]> {
    return tx.createQueryBuilder(Lead, 'lead').where(BY_IDS, { tenantId, ids }).getMany();
  }

  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Lead | null> {
    return tx.findOne(Lead, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async updateSpam(tx: EntityManager, { tenantId, id }: Lead, isSpam: boolean): Promise<void> {
    await tx.update(Lead, { tenantId, id }, { isSpam, spamDecidedAt: new Date() });
  }

  async delete(tx: EntityManager, { tenantId, id }: Lead): Promise<void> {
    await tx.delete(Lead, { tenantId, id });
  }

  /** The files of these leads, those of one lead in the order in which they were sent. */
  async listFiles(tx: EntityManager, tenantId: TenantId, leadIds: readonly string[]): Promise<LeadFile[]> {
    const query = tx.createQueryBuilder(LeadFile, 'file').where(FILES_OF, { tenantId, leadIds });
    return query.orderBy({ 'file.id': 'ASC' }).getMany();
  }

  async findFile(tx: EntityManager, tenantId: TenantId, leadId: string, id: string): Promise<LeadFile | null> {
    return tx.findOneBy(LeadFile, { tenantId, leadId, id });
  }

  /** The form of a lead, also one that is deleted. */
  async findForm(tx: EntityManager, { tenantId, formId: id }: Lead): Promise<Form | null> {
    return tx.findOneBy(Form, { tenantId, id });
  }

  /** Deletes at most `limit` leads that are older than their forms keep them, as the system role. Returns how many. */
  async deleteExpired(tx: SqlExecutor, limit: number): Promise<number> {
    return exec(tx, DELETE_EXPIRED_LEADS, [limit]);
  }
}

/** Leads that the count of a search looks at, the newest. */
const SEARCHED = 50_000;

/** Tells a filter that may find few leads of many. */
const isSearch = ({ isSpam, emailStatus, confirmation, text }: LeadFilter): boolean =>
  isSpam === true || [emailStatus, confirmation, text].some((value) => value !== undefined);

/** Counts what a search finds among the newest {@link SEARCHED} leads of its form, its page and its time. */
async function countFound(tx: EntityManager, tenantId: TenantId, filter: LeadFilter): Promise<BoundedCount> {
  const { formId, pageId, from, until } = filter;
  const leads = () => tx.createQueryBuilder(Lead, 'lead').where('lead.tenantId = :tenantId', { tenantId });
  const oldest = await filtered(leads(), { formId, pageId, from, until })
    .select('lead.id', 'id')
    .orderBy('lead.id', 'DESC')
    .offset(SEARCHED - 1)
    .limit(1)
    .getRawOne<{ id: string }>();
  const found = filtered(leads(), filter);
  if (!oldest) return countBounded(found);
  return { ...(await countBounded(found.andWhere('lead.id >= :oldest', { oldest: oldest.id }))), isExact: false };
}

function filtered(query: SelectQueryBuilder<Lead>, filter: LeadFilter): SelectQueryBuilder<Lead> {
  const { formId, pageId, isSpam, emailStatus, confirmation, from, until, text } = filter;
  if (formId !== undefined) query.andWhere('lead.formId = :formId', { formId });
  if (pageId !== undefined) query.andWhere('lead.pageId = :pageId', { pageId });
  if (isSpam !== undefined) query.andWhere('lead.isSpam = :isSpam', { isSpam });
  if (emailStatus !== undefined) query.andWhere('lead.emailStatus = :emailStatus', { emailStatus });
  if (confirmation === 'confirmada') query.andWhere('lead.confirmedAt is not null');
  else if (confirmation !== undefined) {
    // Without a mail, no link has expired.
    const sentAfter = `coalesce(lead.confirmationSentAt, 'infinity') ${confirmation === 'expirada' ? '<' : '>='} :open`;
    query.andWhere(`lead.confirmationAskedAt is not null and lead.confirmedAt is null and ${sentAfter}`, {
      open: new Date(Date.now() - CONFIRMATION_LINK_MS),
    });
  }
  // An id begins with its time, and the list goes by the id.
  if (from) query.andWhere('lead.id >= :from', { from: firstIdAt('led', from) });
  if (until) query.andWhere('lead.id < :until', { until: firstIdAt('led', until) });
  if (text !== undefined) {
    const like = `%${escapeLike(text)}%`;
    query.andWhere('(lead.name ilike :like or lead.email ilike :like or lead.phone like :like)', { like });
  }
  return query;
}
