import { Injectable } from '@nestjs/common';
import { CredentialReader, Suspension, SUSPENDED_REASON } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { type ClaimedJob, type JobBatch, OnJob } from '#libs/core/jobs';
import { metrics } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import {
  type Acceptance,
  isOverLimit,
  isOverQuota,
  isSuppressed,
  type OverLimit,
  type Submission,
} from '../sending/submission.js';
import { SubmissionRepository } from '../sending/submission.repository.js';
import {
  JOURNEY_MESSAGE_PURPOSE,
  type JourneyFault,
  type JourneyMessage,
  type SendJourneyMessage,
} from './journey-message.js';
import { JourneyReports } from './journey-reports.js';
import { JourneySubmissions } from './journey-submissions.js';

const HOUR_MS = 3_600_000;
/** For which a message waits for the quota. */
const WAITS_MS = 72 * HOUR_MS;
/** Codes of faults that pass by themselves: the job is tried again. */
const TRY_AGAIN: ReadonlySet<string> = new Set(['ServiceUnavailable', 'Throttling']);
/** Codes of requests whose template is at fault. */
const OF_TEMPLATE: ReadonlySet<string> = new Set(['InvalidParameter', 'MissingParameter', 'ValidationError']);

type Job = ClaimedJob<SendJourneyMessage>;

/** Sends messages that journeys of the CRM ask for, as messages of the tenant. */
@Injectable()
export class JourneyMessagesProcessor {
  private readonly messages = metrics.registerCounter({
    name: 'journey_messages_total',
    help: 'Messages that journeys of the CRM asked for, by what became of them',
    labelNames: ['channel', 'outcome'],
  });

  constructor(
    private readonly database: Database,
    private readonly suspension: Suspension,
    private readonly credentials: CredentialReader,
    private readonly secrets: SecretBox,
    private readonly making: JourneySubmissions,
    private readonly submissions: SubmissionRepository,
    private readonly reports: JourneyReports,
  ) {}

  @OnJob('journey-message.send', { chunk: 20, concurrency: 2, perTenant: 1 })
  async send(batch: JobBatch<SendJourneyMessage>): Promise<void> {
    const later = await this.suspension.waitUntil(batch.tenantId);
    if (later) return batch.postponeUntried(this.database, later, SUSPENDED_REASON);
    for (const job of batch.jobs) await batch.runFor(job, () => this.sendOne(batch, job));
  }

  private async sendOne(batch: JobBatch<SendJourneyMessage>, job: Job): Promise<void> {
    const message = this.open(batch.tenantId, job);
    const made = await this.make(batch.tenantId, message);
    if (typeof made === 'string') return this.settle(batch, job, message, made);
    let acceptance: Acceptance | undefined;
    // The message and the end of the job are one transaction, so that it is sent once.
    await this.database.tenant(batch.tenantId, async (tx) => {
      [acceptance] = await this.submissions.insert(tx, [made]);
      if (acceptance !== 'accepted') return;
      if (!(await batch.complete(tx, [job.id])).has(job.id)) throw new Error('The job was taken over');
    });
    if (acceptance === 'accepted') return void this.messages.inc({ channel: message.channel, outcome: 'sent' });
    if (acceptance !== undefined && isOverLimit(acceptance)) return this.wait(batch, job, message, acceptance);
    await this.settle(batch, job, message, acceptance === undefined ? null : faultOfAcceptance(acceptance));
  }

  private open(tenantId: TenantId, { payload }: Job): JourneyMessage {
    return JSON.parse(this.secrets.open(tenantId, JOURNEY_MESSAGE_PURPOSE, payload.sealed)) as JourneyMessage;
  }

  private async make(tenantId: TenantId, message: JourneyMessage): Promise<Submission | JourneyFault> {
    const tenant = await this.credentials.read('tenant', tenantId);
    if (!tenant) throw new Error('The tenant of a journey is unknown');
    try {
      return await this.making.make(tenant, message);
    } catch (error) {
      if (!(error instanceof Problem) || TRY_AGAIN.has(error.code)) throw error;
      return faultOfProblem(error);
    }
  }

  /** Waits for the quota, for three days. */
  private async wait(
    batch: JobBatch<SendJourneyMessage>,
    job: Job,
    message: JourneyMessage,
    over: OverLimit,
  ): Promise<void> {
    const at = isOverQuota(over) ? new Date(Date.now() + HOUR_MS) : over.resetsAt;
    if (at.getTime() - job.createdAt.getTime() > WAITS_MS) return this.settle(batch, job, message, 'over-quota');
    const postponement = { id: job.id, at, reason: 'The quota of the account' };
    await this.database.tenant(batch.tenantId, (tx) => batch.postpone(tx, [postponement]));
  }

  /** Ends a job without a message. @param fault null if it was sent already */
  private async settle(
    batch: JobBatch<SendJourneyMessage>,
    job: Job,
    { channel, message }: JourneyMessage,
    fault: JourneyFault | null,
  ): Promise<void> {
    await this.database.tenant(batch.tenantId, async (tx) => {
      const isOwn = (await batch.complete(tx, [job.id])).has(job.id);
      // A device belongs to no contact: reports are of addresses.
      if (isOwn && fault && channel === 'email') await this.reports.failed(tx, batch.tenantId, [message], fault);
    });
    this.messages.inc({ channel, outcome: fault ?? 'repeated' });
  }
}

function faultOfAcceptance(acceptance: Exclude<Acceptance, OverLimit>): JourneyFault | null {
  if (acceptance === 'repeated' || acceptance === 'accepted') return null;
  if (acceptance === 'unverified') return 'domain-not-verified';
  return isSuppressed(acceptance) ? 'suppressed' : 'rejected';
}

function faultOfProblem({ code, details }: Problem): JourneyFault {
  if (code === 'SuppressedAddress' || code === 'InvalidRecipient') return 'suppressed';
  if (code === 'QuotaExceeded' || code === 'PlanLimitExceeded') return 'over-quota';
  if (code === 'DomainNotVerified') return 'domain-not-verified';
  const isOfTemplate = OF_TEMPLATE.has(code) && details?.[0]?.Field !== 'Source';
  return isOfTemplate ? 'template-unusable' : 'rejected';
}
