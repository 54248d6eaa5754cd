import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { AppEventSender } from '#libs/app-events';
import { Outbox } from '#libs/jobs';
import { metrics } from '#libs/observability';
import { Database, GroupCommitter, isUnavailable } from '#libs/persistence';
import { ASK_CONFIRMATION_JOB } from '../confirmation/confirmation.js';
import { CHECK_EMAIL_JOB } from './email-check.js';
import { LEADS_RECEIVER, toCapturedLead, type SentForm } from './lead-events.js';
import { findEarlierLeads, insertLeadFiles, insertLeads } from './lead-insert.sql.js';
import type { NewLead } from './new-lead.js';

const GROUP_MAX = 200;

export interface AcceptedLead {
  lead: NewLead;
  form: SentForm;
}

export interface CaptureResult {
  leadId: string;
  /** Whether there was a lead with its external id: then nothing was kept. */
  isDuplicate: boolean;
}

/** Keeps leads. Those that arrive together share a transaction, with the events that tell of them. */
@Injectable()
export class LeadCapture {
  private readonly committer = new GroupCommitter<AcceptedLead, CaptureResult>((items) => this.commit(items), {
    maxItems: GROUP_MAX,
    exclusiveKey: ({ lead }) => (lead.externalId === null ? undefined : `${lead.formId} ${lead.externalId}`),
    failsWholeGroup: isUnavailable,
  });
  private readonly captured = metrics.registerCounter({
    name: 'leads_captured_total',
    help: 'Leads that were kept, by how they came in and whether they were judged to be spam',
    labelNames: ['source', 'spam'],
  });

  constructor(
    private readonly database: Database,
    private readonly events: AppEventSender,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Resolves when the lead is committed. The same lead may be given again: it is kept once.
   * @throws DatabaseUnavailable (503)
   */
  async keep(accepted: AcceptedLead): Promise<CaptureResult> {
    return this.committer.submit(accepted);
  }

  private async commit(items: AcceptedLead[]): Promise<CaptureResult[]> {
    const leads = items.map(({ lead }) => lead);
    const tenantIds = [...new Set(leads.map(({ tenantId }) => tenantId))];
    const { inserted, earlier } = await this.database.tenants(tenantIds, async (tx) => {
      const ids = await insertLeads(tx, leads);
      const added = items.filter(({ lead }) => ids.has(lead.id));
      const others = leads.filter(({ id }) => !ids.has(id));
      await insertLeadFiles(
        tx,
        added.map(({ lead }) => lead),
      );
      await this.tell(tx, added);
      const known = others.length > 0 ? await findEarlierLeads(tx, others) : new Map<string, string>();
      return { inserted: ids, earlier: known };
    });
    for (const { id, source, isSpam } of leads)
      if (inserted.has(id)) this.captured.inc({ source, spam: String(isSpam) });
    return leads.map(({ id }) => {
      const leadId = earlier.get(id) ?? id;
      return { leadId, isDuplicate: leadId !== id };
    });
  }

  /** Spam is kept and told to nobody. */
  private async tell(tx: PoolClient, added: readonly AcceptedLead[]): Promise<void> {
    const wanted = added.filter(({ lead }) => !lead.isSpam);
    const events = wanted.map(({ lead, form }) => ({ tenantId: lead.tenantId, payload: toCapturedLead(lead, form) }));
    if (events.length > 0) await this.events.sendAll(tx, LEADS_RECEIVER, 'pages.lead.captured', events);
    const withAddress = added.filter(({ lead }) => lead.email !== null);
    const checks = withAddress.map(({ lead: { tenantId, id } }) => ({ tenantId, payload: { leadId: id } }));
    await this.outbox.enqueue(tx, CHECK_EMAIL_JOB, checks);
    const asking = wanted.filter(({ lead }) => lead.confirmationAskedAt !== null);
    const asks = asking.map(({ lead: { tenantId, id } }) => ({ tenantId, payload: { leadId: id } }));
    await this.outbox.enqueue(tx, ASK_CONFIRMATION_JOB, asks);
  }
}
