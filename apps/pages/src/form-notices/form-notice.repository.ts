import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { Lead } from '#libs/sites/forms';
import { FormNotice } from './form-notice.entity.js';
import { LeadNotice, type LeadNoticeKind } from './lead-notice.entity.js';

export type NoticeSettings = Pick<
  FormNotice,
  'memberIds' | 'includesSpam' | 'answers' | 'templateId' | 'senderName' | 'senderAddress'
>;

/** Settings that were never written. */
export const NO_NOTICES: NoticeSettings = {
  memberIds: [],
  includesSpam: false,
  answers: false,
  templateId: null,
  senderName: null,
  senderAddress: null,
};

/** Outcomes of mails by the settings before, which say nothing of new ones. */
const UNTRIED = {
  noticeFault: null,
  noticeSettledAt: null,
  answerFault: null,
  answerFaultDetail: null,
  answerSettledAt: null,
} as const;

/** Settings of forms about their leads, and the mails that were asked for. */
@Injectable()
export class FormNoticeRepository {
  async find(tx: EntityManager, tenantId: TenantId, formId: string): Promise<FormNotice | null> {
    return tx.findOneBy(FormNotice, { tenantId, formId });
  }

  /** The leads of one form are told one after the other. */
  async lockForUpdate(tx: EntityManager, tenantId: TenantId, formId: string): Promise<FormNotice | null> {
    return tx.findOne(FormNotice, { where: { tenantId, formId }, lock: { mode: 'pessimistic_write' } });
  }

  async upsert(tx: EntityManager, tenantId: TenantId, formId: string, settings: NoticeSettings): Promise<void> {
    await tx.upsert(FormNotice, { tenantId, formId, ...settings, ...UNTRIED }, ['tenantId', 'formId']);
  }

  async update(tx: EntityManager, { tenantId, formId }: FormNotice, changes: Partial<FormNotice>): Promise<void> {
    await tx.update(FormNotice, { tenantId, formId }, changes);
  }

  /** Records a mail about a lead. Returns false if there is one already. */
  async record(tx: EntityManager, lead: Lead, kind: LeadNoticeKind, addressHash: string | null): Promise<boolean> {
    const { tenantId, id: leadId, formId } = lead;
    const result = await tx
      .createQueryBuilder()
      .insert()
      .into(LeadNotice)
      .values({ tenantId, leadId, kind, formId, addressHash })
      .orIgnore()
      .returning('lead_id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  async hasAnswered(tx: EntityManager, lead: Lead, addressHash: string, since: Date): Promise<boolean> {
    const { tenantId, formId } = lead;
    return tx.existsBy(LeadNotice, { tenantId, formId, kind: 'answer', addressHash, createdAt: MoreThan(since) });
  }

  async countAnswers(tx: EntityManager, { tenantId, formId }: Lead, since: Date): Promise<number> {
    return tx.countBy(LeadNotice, { tenantId, formId, kind: 'answer', createdAt: MoreThan(since) });
  }
}
