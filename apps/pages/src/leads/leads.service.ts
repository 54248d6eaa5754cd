import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { EntityManager } from 'typeorm';
import { AppEventSender } from '#libs/core/app-events';
import { recordAudit } from '#libs/core/audit';
import type { AskedAgain } from '#libs/messaging/confirmation';
import {
  ANNOUNCE_LEAD_JOB,
  Confirmations,
  isAnnounced,
  LEADS_RECEIVER,
  toCapturedLead,
  type Lead,
  type LeadFile,
} from '#libs/sites/forms';
import { Problem, refusal } from '#libs/core/http';
import { Every, groupBy, Outbox } from '#libs/core/jobs';
import { Database, isId, type KeysetPage, type KeysetRequest, type TenantId } from '#libs/core/persistence';
import { Blobs, type ByteRange } from '#libs/core/storage';
import { LeadRepository, type LeadFilter } from './lead.repository.js';

const DELETED_AT_ONCE = 1_000;
const HOUR_MS = 3_600_000;

/** The leads of a tenant. */
@Injectable()
export class LeadsService {
  constructor(
    private readonly database: Database,
    private readonly leads: LeadRepository,
    private readonly events: AppEventSender,
    private readonly blobs: Blobs,
    private readonly confirmations: Confirmations,
    private readonly outbox: Outbox,
  ) {}

  async listPage(tenantId: TenantId, filter: LeadFilter, page: KeysetRequest): Promise<KeysetPage<Lead>> {
    return this.database.tenant(tenantId, (tx) => this.leads.listPage(tx, tenantId, filter, page));
  }

  /** The newest leads of addresses, in whatever case, without spam. Addresses are in lower case. */
  async listOfEmails(tenantId: TenantId, emails: readonly string[], limit: number): Promise<Map<string, Lead[]>> {
    if (emails.length === 0) return new Map();
    const found = await this.database.system((tx) => this.leads.listIdsOfEmails(tx, tenantId, emails, limit));
    if (found.length === 0) return new Map();
    const ids = found.map(({ id }) => id);
    const leads = await this.database.tenant(tenantId, (tx) => this.leads.listByIds(tx, tenantId, ids));
    const byId = new Map(leads.map((lead) => [lead.id, lead]));
    const ofEmails = [...groupBy(found, ({ email }) => email)];
    return new Map(ofEmails.map(([email, rows]) => [email, rows.flatMap(({ id }) => byId.get(id) ?? [])]));
  }

  async hasMoreThan(tenantId: TenantId, filter: LeadFilter, count: number): Promise<boolean> {
    return this.database.tenant(tenantId, (tx) => this.leads.hasMoreThan(tx, tenantId, filter, count));
  }

  async find(tenantId: TenantId, id: string): Promise<Lead | null> {
    if (!isId('led', id)) return null;
    return this.database.tenant(tenantId, (tx) => this.leads.find(tx, tenantId, id));
  }

  async listFiles({ tenantId, id }: Lead): Promise<LeadFile[]> {
    return (await this.listFilesOf(tenantId, [id])).flat();
  }

  /** The files of several leads, a list for each lead that has some. */
  async listFilesOf(tenantId: TenantId, leadIds: readonly string[]): Promise<LeadFile[][]> {
    const files = await this.database.tenant(tenantId, (tx) => this.leads.listFiles(tx, tenantId, leadIds));
    return [...groupBy(files, ({ leadId }) => leadId).values()];
  }

  async findFile(tenantId: TenantId, leadId: string, id: string): Promise<LeadFile | null> {
    return this.database.tenant(tenantId, (tx) => this.leads.findFile(tx, tenantId, leadId, id));
  }

  async readFile({ tenantId, hash }: LeadFile, range?: ByteRange): Promise<Readable> {
    return this.blobs.read(tenantId, hash, range);
  }

  /**
   * Records what a member decides. A lead that turns out to be none of spam goes to the CRM now, and to those who hear of leads; one that turns out to be spam
   * is taken back from it. @throws Problem NotFound
   */
  async decideSpam(tenantId: TenantId, id: string, isSpam: boolean): Promise<Lead> {
    return this.database.tenant(tenantId, async (tx) => {
      const lead = await this.leads.lockForUpdate(tx, tenantId, id);
      if (!lead) throw new Problem('NotFound');
      await this.leads.updateSpam(tx, lead, isSpam);
      if (lead.isSpam && !isSpam) {
        const form = await this.leads.findForm(tx, lead);
        const payload = toCapturedLead(lead, form ?? { name: '', fields: [] });
        await this.events.send(tx, tenantId, LEADS_RECEIVER, 'pages.lead.captured', payload);
        await this.sendEmailStatus(tx, lead);
        await this.confirmations.askFirst(tx, lead);
        if (form && isAnnounced(form.announced, isSpam))
          await this.outbox.enqueue(tx, ANNOUNCE_LEAD_JOB, [{ tenantId, payload: { leadId: id } }]);
      } else if (!lead.isSpam && isSpam) {
        await this.events.send(tx, tenantId, LEADS_RECEIVER, 'pages.lead.retracted', { leadId: id });
      }
      const action = isSpam ? 'lead.marked-spam' : 'lead.unmarked-spam';
      await recordAudit(tx, { action, object: { type: 'lead', id }, tenantId });
      return (await this.leads.find(tx, tenantId, id))!;
    });
  }

  /** Asks once more for the confirmation by e-mail. @throws Problem Conflict where there is nothing to ask, Throttling */
  async askConfirmationAgain(lead: Lead): Promise<Lead> {
    const { tenantId, id } = lead;
    const outcome = await this.confirmations.askAgain(lead);
    if (outcome !== 'asked') throw notAsked(outcome);
    return this.database.tenant(tenantId, async (tx) => {
      await recordAudit(tx, { action: 'lead.confirmation-asked', object: { type: 'lead', id }, tenantId });
      return (await this.leads.find(tx, tenantId, id)) ?? lead;
    });
  }

  /** Sends the CRM the result of the e-mail check, which it did not get while the lead was spam. */
  private async sendEmailStatus(tx: EntityManager, { tenantId, id: leadId, emailStatus }: Lead): Promise<void> {
    if (emailStatus === null) return;
    await this.events.send(tx, tenantId, LEADS_RECEIVER, 'pages.lead.email-checked', { leadId, emailStatus });
  }

  /** Deletes a lead for good; its files go with the next sweep. */
  async delete(lead: Lead): Promise<void> {
    const { tenantId, id } = lead;
    await this.database.tenant(tenantId, async (tx) => {
      await this.leads.delete(tx, lead);
      await recordAudit(tx, { action: 'lead.deleted', object: { type: 'lead', id }, tenantId });
    });
  }

  /** Deletes what is older than its form keeps it. */
  @Every({ every: HOUR_MS, lock: 'lead retention' })
  async deleteExpired(signal?: AbortSignal): Promise<number> {
    let total = 0;
    for (;;) {
      const deleted = await this.database.system((tx) => this.leads.deleteExpired(tx, DELETED_AT_ONCE));
      total += deleted;
      if (deleted < DELETED_AT_ONCE || signal?.aborted) return total;
    }
  }

  /** Deletes stored files to which nothing refers any more. */
  @Every({ every: HOUR_MS, lock: 'blob sweep' })
  async sweepFiles(): Promise<void> {
    await this.blobs.sweep();
  }
}

const NOT_ASKED = {
  gone: { code: 'Conflict', erro: 'Este lead não pede confirmação por e-mail.' },
  confirmed: { code: 'Conflict', erro: 'Este lead já foi confirmado.' },
  wait: { code: 'Throttling', erro: 'Um e-mail foi pedido há menos de dez minutos.' },
  limit: { code: 'Conflict', erro: 'Este lead já teve o número máximo de e-mails.' },
} as const;

function notAsked(outcome: Exclude<AskedAgain, 'asked'>): Problem {
  const { code, erro } = NOT_ASKED[outcome];
  return refusal(code, { erro });
}
