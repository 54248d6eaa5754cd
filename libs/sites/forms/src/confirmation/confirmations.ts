import { Injectable } from '@nestjs/common';
import { type EntityManager, Not } from 'typeorm';
import { AppEventSender } from '#libs/core/app-events';
import { Outbox } from '#libs/core/jobs';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import {
  askAgainRefusal,
  type AskedAgain,
  type ConfirmationSubject,
  isExpired,
  type Proof,
} from '#libs/messaging/confirmation';
import { Form } from '../form.entity.js';
import { Lead } from '../lead.entity.js';
import { ANNOUNCE_LEAD_JOB } from '../leads/announce-lead.js';
import { LEADS_RECEIVER } from '../leads/lead-events.js';
import { ASK_CONFIRMATION_JOB } from './confirmation.js';
import { ConfirmationLinks } from './confirmation-links.js';
import { findConfirmationRequest, type ConfirmationRequest } from './confirmation-request.js';

/** Confirmation of a lead that a link asks for. */
export interface LeadConfirmation extends ConfirmationSubject {
  request: ConfirmationRequest;
}

/** The confirmation of leads by the link in a mail. */
@Injectable()
export class Confirmations {
  constructor(
    private readonly database: Database,
    private readonly events: AppEventSender,
    private readonly outbox: Outbox,
    private readonly links: ConfirmationLinks,
  ) {}

  /** Reads a link; null for a forged one and for a lead that was deleted. Changes nothing. */
  async open(token: string): Promise<LeadConfirmation | null> {
    const link = this.links.open(token);
    if (!link || !isId('led', link.leadId)) return null;
    const { tenantId, leadId: id } = link;
    return this.database.tenant(tenantId, async (tx) => {
      const lead = await tx.findOneBy(Lead, { tenantId, id });
      if (!lead?.confirmationAskedAt) return null;
      const request = await findConfirmationRequest(tx, lead);
      return { request, isConfirmed: lead.confirmedAt !== null, isExpired: isExpired(link.expiresAt) };
    });
  }

  /** Records the confirmation of a lead once; a later one changes nothing. Returns whether this was the first. */
  async confirm({ tenantId, id }: Lead, { ip: address, userAgent }: Proof): Promise<boolean> {
    return this.database.tenant(tenantId, async (tx) => {
      const lead = await this.lock(tx, tenantId, id);
      if (!lead || lead.confirmedAt) return false;
      const confirmedAt = new Date();
      await tx.update(
        Lead,
        { tenantId, id },
        { confirmedAt, confirmedAddress: address, confirmedUserAgent: userAgent },
      );
      // Of spam the CRM learns when a member says that it is none, and then with the confirmation.
      if (!lead.isSpam) {
        const payload = { leadId: id, confirmedAt: confirmedAt.toISOString(), address };
        await this.events.send(tx, tenantId, LEADS_RECEIVER, 'pages.lead.confirmed', payload);
        await this.answer(tx, lead);
      }
      return true;
    });
  }

  /** Asks for another mail, within the limits. */
  async askAgain({ tenantId, id }: Pick<Lead, 'tenantId' | 'id'>): Promise<AskedAgain> {
    return this.database.tenant(tenantId, async (tx) => {
      const lead = await this.lock(tx, tenantId, id);
      if (!lead?.confirmationAskedAt || lead.isSpam) return 'gone';
      if (lead.confirmedAt) return 'confirmed';
      const refusal = askAgainRefusal(lead.confirmationAskedAt, lead.confirmationMails);
      if (refusal) return refusal;
      await tx.update(Lead, { tenantId, id }, { confirmationAskedAt: new Date() });
      await this.ask(tx, lead);
      return 'asked';
    });
  }

  /** Asks for the first mail of a lead that was taken for spam until now. */
  async askFirst(tx: EntityManager, lead: Lead): Promise<void> {
    if (lead.confirmationAskedAt && !lead.confirmedAt && lead.confirmationMails === 0) await this.ask(tx, lead);
  }

  private async ask(tx: EntityManager, { tenantId, id }: Lead): Promise<void> {
    await this.outbox.enqueue(tx, ASK_CONFIRMATION_JOB, [{ tenantId, payload: { leadId: id } }]);
  }

  /** Lets the visitor have the automatic answer of the form, which waits for the confirmation. */
  private async answer(tx: EntityManager, { tenantId, id: leadId, formId }: Lead): Promise<void> {
    if (!(await tx.existsBy(Form, { tenantId, id: formId, announced: Not('none') }))) return;
    await this.outbox.enqueue(tx, ANNOUNCE_LEAD_JOB, [{ tenantId, payload: { leadId, answersOnly: true } }]);
  }

  private async lock(tx: EntityManager, tenantId: TenantId, id: string): Promise<Lead | null> {
    return tx.findOne(Lead, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }
}
