import { Injectable } from '@nestjs/common';
import { APP_EVENT_JOB, AppEventSender } from '#libs/core/app-events';
import { RelayWakeup } from '#libs/core/jobs';
import { carriedContext, metrics, type CarriedContext } from '#libs/core/observability';
import { Database, GroupCommitter, isUnavailable } from '#libs/core/persistence';
import { ASK_CONFIRMATION_JOB } from '../confirmation/confirmation.js';
import { ANNOUNCE_LEAD_JOB, isAnnounced } from './announce-lead.js';
import { CHECK_EMAIL_JOB } from './email-check.js';
import { LEADS_RECEIVER, toCapturedLead, type SentForm } from './lead-events.js';
import { findEarlierLeads, insertLeads, type LeadJob } from './lead-insert.sql.js';
import type { NewLead } from './new-lead.js';

const GROUP_MAX = 200;
/**
 * Length up to which a commit takes the whole queue. Of a longer one it takes half, so that this process answers and
 * reads the next submissions during a commit.
 */
const HALVES_FROM = 16;

export interface AcceptedLead {
  lead: NewLead;
  form: SentForm;
}

/** Leads of one group come from several requests, and each keeps the context of its own. */
interface WaitingLead extends AcceptedLead {
  context: CarriedContext | null;
}

export interface CaptureResult {
  leadId: string;
  /** Whether there was a lead with its external id: then nothing was kept. */
  isDuplicate: boolean;
}

/** Keeps leads. Those that arrive together share a transaction, with the events that tell of them. */
@Injectable()
export class LeadCapture {
  private readonly committer = new GroupCommitter<WaitingLead, CaptureResult>((items) => this.commit(items), {
    maxItems: GROUP_MAX,
    halvesFrom: HALVES_FROM,
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
    private readonly wakeup: RelayWakeup,
  ) {}

  /**
   * Resolves when the lead is committed. The same lead may be given again: it is kept once.
   * @throws DatabaseUnavailable (503)
   */
  async keep(accepted: AcceptedLead): Promise<CaptureResult> {
    return this.committer.submit({ ...accepted, context: carriedContext() });
  }

  private async commit(items: WaitingLead[]): Promise<CaptureResult[]> {
    const leads = items.map(({ lead }) => lead);
    const tenantIds = [...new Set(leads.map(({ tenantId }) => tenantId))];
    const jobs = items.flatMap((item) => this.jobsOf(item));
    const inserted = await this.database.tenantsStatement(tenantIds, (pool, tenants) =>
      insertLeads(pool, tenants, leads, jobs),
    );
    if (inserted.size > 0) this.wakeup.announce();
    // In an installation with a runtime of its own, another process runs them.
    if (jobs.some(({ kind, lead }) => kind === ANNOUNCE_LEAD_JOB && inserted.has(lead.id)))
      this.wakeup.announce(ANNOUNCE_LEAD_JOB);
    for (const { id, source, isSpam } of leads)
      if (inserted.has(id)) this.captured.inc({ source, spam: String(isSpam) });
    const others = leads.filter(({ id }) => !inserted.has(id));
    const earlier = others.length > 0 ? await this.findEarlier(others) : new Map<string, string>();
    return leads.map(({ id }) => {
      const leadId = earlier.get(id) ?? id;
      return { leadId, isDuplicate: leadId !== id };
    });
  }

  private async findEarlier(leads: readonly NewLead[]): Promise<Map<string, string>> {
    const tenantIds = [...new Set(leads.map(({ tenantId }) => tenantId))];
    return this.database.tenants(tenantIds, (tx) => findEarlierLeads(tx, leads));
  }

  /** Spam is kept, and no other app hears of it. */
  private jobsOf({ lead, form, context }: WaitingLead): LeadJob[] {
    const jobs: LeadJob[] = [];
    if (!lead.isSpam) {
      const event = this.events.compose(
        lead.tenantId,
        LEADS_RECEIVER,
        'pages.lead.captured',
        toCapturedLead(lead, form),
      );
      jobs.push({ lead, kind: APP_EVENT_JOB, payload: event, context });
      if (lead.confirmationAskedAt !== null)
        jobs.push({ lead, kind: ASK_CONFIRMATION_JOB, payload: { leadId: lead.id }, context });
    }
    if (isAnnounced(form.announced, lead.isSpam))
      jobs.push({ lead, kind: ANNOUNCE_LEAD_JOB, payload: { leadId: lead.id }, context });
    if (lead.email !== null) jobs.push({ lead, kind: CHECK_EMAIL_JOB, payload: { leadId: lead.id }, context });
    return jobs;
  }
}
