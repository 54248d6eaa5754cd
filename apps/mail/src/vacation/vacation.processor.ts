import { Injectable } from '@nestjs/common';
import { buildMessage, domainOf, InvalidMail } from '#libs/mail/email';
import { type ClaimedJob, type JobBatch, OnCancel, OnJob } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import { OutgoingMail } from '../sending/outgoing/outgoing-mail.js';
import { ANSWER_JOB, type AnswerMessage } from './vacation-values.js';
import type { Vacation } from './vacation.entity.js';
import { VacationRepository } from './vacation.repository.js';
import { answersNow } from './vacation.service.js';

const MAX_BYTES = 1024 * 1024;
// oxlint-disable-next-line no-control-regex
const NOT_PRINTED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Writes automatic replies and has them sent. */
@Injectable()
export class VacationProcessor {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly vacations: VacationRepository,
    private readonly blobs: Blobs,
    private readonly outgoing: OutgoingMail,
  ) {}

  @OnJob(ANSWER_JOB, { concurrency: 4 })
  async answer(batch: JobBatch<AnswerMessage>): Promise<void> {
    for (const job of batch.jobs) await batch.runFor(job, () => this.answerOne(batch, job));
  }

  /** Nothing waits for an automatic answer. */
  @OnCancel(ANSWER_JOB)
  async drop(): Promise<void> {}

  private async answerOne(batch: JobBatch<AnswerMessage>, job: ClaimedJob<AnswerMessage>): Promise<void> {
    const { tenantId } = batch;
    const { mailboxId, to } = job.payload;
    const [mailbox, vacation] = await this.database.tenant(tenantId, async (tx) => [
      await this.mailboxes.find(tx, tenantId, mailboxId),
      await this.vacations.find(tx, { tenantId, id: mailboxId }),
    ]);
    // It may have been switched off meanwhile.
    const content = mailbox && vacation && answersNow(vacation) ? compose(mailbox, vacation, job) : null;
    const blob = content && (await this.blobs.write(tenantId, [content], MAX_BYTES));
    await this.database.tenant(tenantId, async (tx) => {
      if (!(await batch.complete(tx, [job.id])).has(job.id) || !blob) return;
      await this.outgoing.enqueue(tx, tenantId, {
        mailboxId,
        kind: 'reply',
        // No server answers or reports to it (RFC 3834, 3.3).
        sender: '',
        recipients: [to],
        blobHash: blob.hash,
        bytes: blob.bytes,
        isTest: false,
      });
    });
  }
}

/** Null for a message to whose sender none can be written. */
function compose(mailbox: Mailbox, vacation: Vacation, { id, payload, createdAt }: ClaimedJob<AnswerMessage>) {
  const { to, subject, messageId, references } = payload;
  const name = mailbox.displayName.replaceAll(NOT_PRINTED, ' ').replaceAll(/["\\]/g, String.raw`\$&`);
  const ids = [...references, ...(messageId ? [messageId] : [])].map((one) => `<${one}>`);
  try {
    return buildMessage({
      from: name ? `"${name}" <${mailbox.address}>` : mailbox.address,
      to: [to],
      subject: vacation.subject ?? `Auto: ${(subject ?? mailbox.address).replaceAll(NOT_PRINTED, ' ')}`.trim(),
      text: vacation.text ?? undefined,
      html: vacation.html ?? undefined,
      headers: {
        'Auto-Submitted': 'auto-replied',
        'X-Auto-Response-Suppress': 'All',
        ...(messageId && { 'In-Reply-To': `<${messageId}>` }),
        ...(ids.length > 0 && { References: ids.join(' ') }),
      },
      messageId: `vacation-${id}@${domainOf(mailbox.address)}`,
      date: createdAt,
    });
  } catch (error) {
    if (!(error instanceof InvalidMail)) throw error;
    logger.warn('A message was not answered: its sender cannot be written to', { error });
    return null;
  }
}
