import { Injectable } from '@nestjs/common';
import { AppEventSender } from '#libs/core/app-events';
import { CredentialReader, Suspension, SUSPENDED_REASON, type TenantView } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { bodyHash } from '#libs/core/idempotency';
import { type ClaimedJob, type JobBatch, OnJob } from '#libs/core/jobs';
import { metrics } from '#libs/core/observability';
import { Database, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { SecretBox, sha256Hex } from '#libs/core/secrets';
import { NOTICE_DROPPED_AFTER_MS } from '#libs/messaging/notices';
import { PlatformConfig } from '../config.js';
import { EmailChannel } from '../emails/email-channel.js';
import {
  isOverLimit,
  isOverQuota,
  isSuppressed,
  type Acceptance,
  type OverLimit,
  type Submission,
} from '../sending/submission.js';
import { SubmissionRepository } from '../sending/submission.repository.js';
import { LeadMailRequests, type LeadMailRequest } from './lead-mail-requests.js';
import { type Fault, faultOf, LEAD_MAIL_PURPOSE, type LeadMail, type SendLeadMail } from './lead-mail.js';

const HOUR_MS = 3_600_000;
/** Codes of faults that pass by themselves: the job is tried again. */
const TRY_AGAIN: ReadonlySet<string> = new Set(['ServiceUnavailable', 'Throttling']);
/** Codes of requests whose template is at fault. */
const OF_TEMPLATE: ReadonlySet<string> = new Set(['InvalidParameter', 'MissingParameter', 'ValidationError']);
const ROUTE = 'lead-mail';

type Job = ClaimedJob<SendLeadMail>;

/** Sends mails about leads, as messages of the tenant. */
@Injectable()
export class LeadMailProcessor {
  private readonly mails = metrics.registerCounter({
    name: 'lead_mails_total',
    help: 'Mails about leads to members and visitors, by what became of them',
    labelNames: ['kind', 'outcome'],
  });

  constructor(
    private readonly database: Database,
    private readonly suspension: Suspension,
    private readonly credentials: CredentialReader,
    private readonly secrets: SecretBox,
    private readonly requests: LeadMailRequests,
    private readonly emails: EmailChannel,
    private readonly submissions: SubmissionRepository,
    private readonly events: AppEventSender,
    private readonly config: PlatformConfig,
  ) {}

  @OnJob('lead-mail.send', { chunk: 10, concurrency: 2, perTenant: 1 })
  async send(batch: JobBatch<SendLeadMail>): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    for (const job of batch.jobs) await batch.runFor(job, () => this.sendOne(batch, job));
  }

  private async sendOne(batch: JobBatch<SendLeadMail>, job: Job): Promise<void> {
    const { tenantId } = batch;
    const mail = JSON.parse(this.secrets.open(tenantId, LEAD_MAIL_PURPOSE, job.payload.sealed)) as LeadMail;
    const tenant = await this.credentials.read('tenant', tenantId);
    if (!tenant) throw new Error('The tenant of a lead is unknown');
    const made = await this.submissionOf(tenant, mail);
    if (made === null || 'code' in made) return this.settle(batch, job, mail, made);
    await this.submit(batch, job, mail, made);
  }

  private async submissionOf(tenant: TenantView, mail: LeadMail): Promise<Submission | Fault | null> {
    try {
      const made = await this.requests.make(tenant, mail);
      return made === null || 'code' in made ? made : await this.toSubmission(tenant, mail, made);
    } catch (error) {
      if (!(error instanceof Problem) || TRY_AGAIN.has(error.code)) throw error;
      return faultOfProblem(error, mail);
    }
  }

  private async toSubmission(
    tenant: TenantView,
    mail: LeadMail,
    { request, isShared }: LeadMailRequest,
  ): Promise<Submission> {
    const sender = { tenant, environment: this.config.isProduction ? 'live' : 'test' } as const;
    const filling = await this.emails.fillingFor(sender, [request]);
    const idempotency = { route: ROUTE, key: sha256Hex(keyOf(mail)), bodyHash: bodyHash({}) };
    const submission = this.emails.toSubmission(request, { sender, filling, idempotency, apiCalls: 0 });
    return isShared ? { ...submission, requiredDomain: null } : submission;
  }

  /** The message and the end of the job are one transaction, so that the mail is sent once. */
  private async submit(batch: JobBatch<SendLeadMail>, job: Job, mail: LeadMail, submission: Submission): Promise<void> {
    let acceptance: Acceptance | undefined;
    await this.database.tenant(batch.tenantId, async (tx) => {
      [acceptance] = await this.submissions.insert(tx, [submission]);
      if (acceptance !== 'accepted') return;
      // A job whose lease ran out belongs to another worker, which sends its own.
      if (!(await batch.complete(tx, [job.id])).has(job.id)) throw new Error('The job was taken over');
      if (mail.reportsSuccess) await this.report(tx, batch.tenantId, mail, null);
    });
    if (acceptance === 'accepted') return void this.mails.inc({ kind: mail.kind, outcome: 'sent' });
    if (acceptance !== undefined && isOverLimit(acceptance)) return this.wait(batch, job, mail, acceptance);
    await this.settle(batch, job, mail, acceptance === undefined ? null : faultOfAcceptance(acceptance));
  }

  /** Waits for the quota, for three days; the sender hears of it at once. */
  private async wait(batch: JobBatch<SendLeadMail>, job: Job, mail: LeadMail, over: OverLimit): Promise<void> {
    const fault = faultOf('over-quota');
    const at = isOverQuota(over) ? new Date(Date.now() + HOUR_MS) : over.resetsAt;
    if (at.getTime() - job.createdAt.getTime() > NOTICE_DROPPED_AFTER_MS) return this.settle(batch, job, mail, fault);
    await this.database.tenant(batch.tenantId, async (tx) => {
      const postponed = await batch.postpone(tx, [{ id: job.id, at, reason: 'The quota of the account' }]);
      if (postponed.has(job.id) && job.attempt === 1) await this.report(tx, batch.tenantId, mail, fault);
    });
  }

  /** Ends a job without a mail. @param fault null if there is nothing to be sent any more */
  private async settle(batch: JobBatch<SendLeadMail>, job: Job, mail: LeadMail, fault: Fault | null): Promise<void> {
    await this.database.tenant(batch.tenantId, async (tx) => {
      const isOwn = (await batch.complete(tx, [job.id])).has(job.id);
      if (isOwn && fault) await this.report(tx, batch.tenantId, mail, fault);
    });
    this.mails.inc({ kind: mail.kind, outcome: fault?.code ?? 'needless' });
  }

  private async report(tx: SqlExecutor, tenantId: TenantId, mail: LeadMail, fault: Fault | null): Promise<void> {
    if (!this.config.pagesUrl) return;
    await this.events.send(tx, tenantId, 'pages', 'platform.lead-mail.settled', {
      kind: mail.kind,
      formId: mail.formId,
      leadId: mail.leadId,
      fault: fault?.code ?? null,
      detail: fault?.detail ?? null,
      settledAt: new Date().toISOString(),
    });
  }
}

/** A member gets one mail of an announcement, and a lead one answer, however often Pages asks. */
const keyOf = (mail: LeadMail): string =>
  mail.kind === 'notice' ? `notice ${mail.key} ${mail.memberId}` : `answer ${mail.leadId}`;

function faultOfAcceptance(acceptance: Exclude<Acceptance, OverLimit>): Fault | null {
  if (acceptance === 'repeated' || acceptance === 'accepted') return null;
  if (acceptance === 'unverified') return faultOf('domain-not-verified');
  return faultOf(isSuppressed(acceptance) ? 'suppressed' : 'rejected');
}

function faultOfProblem({ code, details }: Problem, mail: LeadMail): Fault {
  if (code === 'SuppressedAddress' || code === 'InvalidRecipient') return faultOf('suppressed');
  if (code === 'QuotaExceeded' || code === 'PlanLimitExceeded') return faultOf('over-quota');
  const [first] = details ?? [];
  if (mail.kind === 'answer' && OF_TEMPLATE.has(code) && first?.Field !== 'Source')
    return faultOf('template-unusable', first ? `${first.Field} ${first.Message}` : null);
  return faultOf('rejected');
}
