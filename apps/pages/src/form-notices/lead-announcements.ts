import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppEventSender } from '#libs/core/app-events';
import { Outbox } from '#libs/core/jobs';
import type { TenantId } from '#libs/core/persistence';
import { sha256Hex } from '#libs/core/secrets';
import {
  ANNOUNCE_LEAD_JOB,
  findFormContext,
  Form,
  type FormContext,
  type FormField,
  type Lead,
} from '#libs/sites/forms';
import { PagesConfig } from '../config.js';
import { FormNoticeRepository } from './form-notice.repository.js';
import type { FormNotice } from './form-notice.entity.js';
import { answerData } from './mail/answer-data.js';
import { digestMail, leadMail } from './mail/notice-mail.js';
import { countLead, releaseHeld } from './notice-window.js';

const HOUR_MS = 3_600_000;
/** An address gets one answer of a form in this time, and a lead that is older than this gets none. */
export const ANSWERED_WITHIN_MS = 24 * HOUR_MS;
/** Answers of one form in an hour; the others wait. */
export const ANSWERS_PER_HOUR = 300;

/** All that mails about a lead show. */
interface LeadContext extends FormContext {
  lead: Lead;
  fields: readonly FormField[];
}

/** Asks Platform for the mails about leads, in the transaction of the caller. The settings of the form are locked. */
@Injectable()
export class LeadAnnouncements {
  constructor(
    private readonly notices: FormNoticeRepository,
    private readonly events: AppEventSender,
    private readonly outbox: Outbox,
    private readonly config: PagesConfig,
  ) {}

  /** Tells members, and answers the visitor; each once for a lead, however often it is called. */
  async announce(tx: EntityManager, lead: Lead, settings: FormNotice, answersOnly: boolean): Promise<void> {
    const now = new Date();
    const isTold = !answersOnly && settings.memberIds.length > 0 && (!lead.isSpam || settings.includesSpam);
    const isAnswered = mayAnswer(lead, settings, now);
    if (!isTold && !isAnswered) return;
    const context = await this.read(tx, lead);
    if (isTold) await this.tell(tx, settings, context, now);
    if (isAnswered) await this.answer(tx, settings, context, now);
  }

  /** Tells members of the leads that were held. */
  async announceHeld(tx: EntityManager, settings: FormNotice): Promise<void> {
    const { tenantId, formId, heldCount, memberIds } = settings;
    if (heldCount === 0) return;
    const now = new Date();
    await this.notices.update(tx, settings, releaseHeld(now));
    if (memberIds.length === 0) return;
    const context = await findFormContext(tx, { tenantId, formId, pageId: null });
    const url = this.url(`/v1/leads?${new URLSearchParams({ form_id: formId })}`);
    await this.send(tx, settings, {
      key: `${formId} ${now.toISOString()}`,
      leadId: null,
      mail: digestMail(heldCount, { ...context, url }),
    });
  }

  private async tell(tx: EntityManager, settings: FormNotice, context: LeadContext, now: Date): Promise<void> {
    const { lead } = context;
    if (!(await this.notices.record(tx, lead, 'notice', null))) return;
    const { tenantId, formId } = settings;
    const { window, isSent, digestAt } = countLead(settings, now);
    await this.notices.update(tx, settings, window);
    if (digestAt)
      await this.outbox.enqueue(tx, 'lead.announce-held', [{ tenantId, payload: { formId }, availableAt: digestAt }]);
    if (!isSent) return;
    const mail = leadMail({
      ...context,
      canReply: typedAddress(lead, context.fields),
      url: this.url(`/v1/leads/${lead.id}`),
    });
    await this.send(tx, settings, { key: lead.id, leadId: lead.id, mail });
  }

  private async send(
    tx: EntityManager,
    { tenantId, formId, memberIds, noticeFault }: FormNotice,
    announced: { key: string; leadId: string | null; mail: ReturnType<typeof leadMail> },
  ): Promise<void> {
    const reportsSuccess = noticeFault !== null;
    await this.events.send(tx, tenantId, 'platform', 'pages.lead.announced', {
      formId,
      memberIds,
      reportsSuccess,
      ...announced,
    });
  }

  private async answer(tx: EntityManager, settings: FormNotice, context: LeadContext, now: Date): Promise<void> {
    const { lead, fields } = context;
    const { tenantId, id: leadId, email } = lead;
    const { templateId } = settings;
    if (email === null || templateId === null || !typedAddress(lead, fields)) return;
    const hash = sha256Hex(email.trim().toLowerCase().normalize('NFC'));
    if (await this.notices.hasAnswered(tx, lead, hash, new Date(now.getTime() - ANSWERED_WITHIN_MS))) return;
    const hourAgo = new Date(now.getTime() - HOUR_MS);
    if ((await this.notices.countAnswers(tx, lead, hourAgo)) >= ANSWERS_PER_HOUR)
      return this.answerLater(tx, tenantId, leadId, new Date(now.getTime() + HOUR_MS));
    if (!(await this.notices.record(tx, lead, 'answer', hash))) return;
    await this.events.send(tx, tenantId, 'platform', 'pages.lead.answered', {
      formId: lead.formId,
      leadId,
      email,
      templateId,
      sender: { name: settings.senderName, address: settings.senderAddress },
      data: answerData(context),
      reportsSuccess: settings.answerFault !== null,
    });
  }

  private async answerLater(tx: EntityManager, tenantId: TenantId, leadId: string, availableAt: Date): Promise<void> {
    await this.outbox.enqueue(tx, ANNOUNCE_LEAD_JOB, [
      { tenantId, payload: { leadId, answersOnly: true }, availableAt },
    ]);
  }

  private async read(tx: EntityManager, lead: Lead): Promise<LeadContext> {
    const { tenantId, formId } = lead;
    const context = await findFormContext(tx, lead);
    const form = await tx.findOneBy(Form, { tenantId, id: formId });
    return { lead, ...context, fields: form?.fields ?? [] };
  }

  private url(path: string): string | null {
    const { publicUrl } = this.config;
    return publicUrl ? new URL(path, publicUrl).href : null;
  }
}

/** Not for spam, not for old leads of an import, and only once the address is confirmed where the form asks for that. */
function mayAnswer(lead: Lead, { answers }: FormNotice, now: Date): boolean {
  if (!answers || lead.isSpam || lead.email === null) return false;
  if (lead.confirmationAskedAt && !lead.confirmedAt) return false;
  const since = lead.confirmedAt ?? lead.occurredAt;
  return now.getTime() - since.getTime() <= ANSWERED_WITHIN_MS;
}

/** Whether the lead's address was typed into a field for addresses. */
const typedAddress = ({ email, values }: Lead, fields: readonly FormField[]): boolean =>
  email !== null && fields.some(({ type, name }) => type === 'email' && values[name] === email);
