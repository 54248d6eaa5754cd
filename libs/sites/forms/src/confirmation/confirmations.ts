import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppEventSender } from '#libs/core/app-events';
import { Outbox } from '#libs/core/jobs';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import { Lead } from '../lead.entity.js';
import { LEADS_RECEIVER } from '../leads/lead-events.js';
import { ASK_CONFIRMATION_JOB } from './confirmation.js';
import { ConfirmationLinks } from './confirmation-links.js';
import { findConfirmationRequest, type ConfirmationRequest } from './confirmation-request.js';

const ASKED_AGAIN_AFTER_MS = 10 * 60_000;
const MAILS_MAX = 5;
const USER_AGENT_MAX = 500;

/** Outcome of asking for another mail. `wait`: one was asked for a short while ago; `limit`: there were enough. */
export type AskedAgain = 'asked' | 'confirmed' | 'wait' | 'limit' | 'none';

/** Client that a confirmation came from. */
export interface Confirming {
  address: string | null;
  userAgent: string | null;
}

export interface OpenedLink {
  request: ConfirmationRequest;
  isExpired: boolean;
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
  async open(token: string): Promise<OpenedLink | null> {
    const link = this.links.open(token);
    if (!link || !isId('led', link.leadId)) return null;
    const { tenantId, leadId: id } = link;
    return this.database.tenant(tenantId, async (tx) => {
      const lead = await tx.findOneBy(Lead, { tenantId, id });
      if (!lead?.confirmationAskedAt) return null;
      const isExpired = link.expiresAt.getTime() <= Date.now();
      return { request: await findConfirmationRequest(tx, lead), isExpired };
    });
  }

  /** Records the confirmation of a lead once; a later one changes nothing. Returns whether this was the first. */
  async confirm({ tenantId, id }: Lead, { address, userAgent }: Confirming): Promise<boolean> {
    return this.database.tenant(tenantId, async (tx) => {
      const lead = await this.lock(tx, tenantId, id);
      if (!lead || lead.confirmedAt) return false;
      const confirmedAt = new Date();
      const confirmedUserAgent = userAgent?.slice(0, USER_AGENT_MAX) ?? null;
      await tx.update(Lead, { tenantId, id }, { confirmedAt, confirmedAddress: address, confirmedUserAgent });
      // Of spam the CRM learns when a member says that it is none, and then with the confirmation.
      if (!lead.isSpam) {
        const payload = { leadId: id, confirmedAt: confirmedAt.toISOString(), address };
        await this.events.send(tx, tenantId, LEADS_RECEIVER, 'pages.lead.confirmed', payload);
      }
      return true;
    });
  }

  /** Asks for another mail, within the limits. */
  async askAgain({ tenantId, id }: Pick<Lead, 'tenantId' | 'id'>): Promise<AskedAgain> {
    return this.database.tenant(tenantId, async (tx) => {
      const lead = await this.lock(tx, tenantId, id);
      if (!lead?.confirmationAskedAt || lead.isSpam) return 'none';
      if (lead.confirmedAt) return 'confirmed';
      if (lead.confirmationMails >= MAILS_MAX) return 'limit';
      if (Date.now() - lead.confirmationAskedAt.getTime() < ASKED_AGAIN_AFTER_MS) return 'wait';
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

  private async lock(tx: EntityManager, tenantId: TenantId, id: string): Promise<Lead | null> {
    return tx.findOne(Lead, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }
}
