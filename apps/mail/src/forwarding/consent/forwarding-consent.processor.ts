import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { buildMessage, domainOf } from '#libs/mail/email';
import { CONFIRMATION_LINK_DAYS } from '#libs/messaging/confirmation';
import { ENGLISH_LOOK, type Notice, noticeHtml, noticeText } from '#libs/messaging/notices';
import { type ClaimedJob, type JobBatch, OnCancel, OnJob } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import type { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../../mailboxes/mailbox.repository.js';
import { OutgoingMail } from '../../sending/outgoing/outgoing-mail.js';
import type { ForwardingAddress } from '../forwarding-address.entity.js';
import { ForwardingLinks } from './forwarding-links.js';
import { ASK_FORWARDING_JOB, type AskForwarding } from '../forwarding-values.js';
import { ForwardingRepository } from '../forwarding.repository.js';

const MAX_BYTES = 256 * 1024;
/** RFC 3834; the second header is for Exchange. */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

interface Wanted {
  mailbox: Mailbox;
  row: ForwardingAddress;
}

/** Sends the mails that ask addresses whether mail may be forwarded to them. */
@Injectable()
export class ForwardingConsentProcessor {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly addresses: ForwardingRepository,
    private readonly links: ForwardingLinks,
    private readonly blobs: Blobs,
    private readonly outgoing: OutgoingMail,
  ) {}

  @OnJob(ASK_FORWARDING_JOB, { concurrency: 2 })
  async request(batch: JobBatch<AskForwarding>): Promise<void> {
    for (const job of batch.jobs) await batch.runFor(job, () => this.requestOne(batch, job));
  }

  /** Nothing waits for the mail: the mailbox can ask again. */
  @OnCancel(ASK_FORWARDING_JOB)
  async drop(): Promise<void> {}

  /** The mail is signed as one of the mailbox, which hears of it if it cannot be delivered. */
  private async requestOne(batch: JobBatch<AskForwarding>, job: ClaimedJob<AskForwarding>): Promise<void> {
    const { tenantId } = batch;
    const wanted = await this.database.tenant(tenantId, (tx) => this.findWanted(tx, batch, job));
    const blob = wanted && (await this.blobs.write(tenantId, [this.compose(wanted, job)], MAX_BYTES));
    await this.database.tenant(tenantId, async (tx) => {
      if (!(await batch.complete(tx, [job.id])).has(job.id) || !wanted || !blob) return;
      await this.outgoing.enqueue(tx, tenantId, {
        mailboxId: wanted.mailbox.id,
        kind: 'message',
        sender: wanted.mailbox.address,
        recipients: [wanted.row.address],
        blobHash: blob.hash,
        bytes: blob.bytes,
        isTest: false,
      });
    });
  }

  /** Null if there is no need any more: the address is confirmed, gone, or was asked by a newer link. */
  private async findWanted(
    tx: EntityManager,
    { tenantId }: JobBatch<AskForwarding>,
    { payload }: ClaimedJob<AskForwarding>,
  ): Promise<Wanted | null> {
    const mailbox = await this.mailboxes.find(tx, tenantId, payload.mailboxId);
    const row = await this.addresses.findByLink(tx, tenantId, payload.linkId);
    return mailbox && row && !row.confirmedAt ? { mailbox, row } : null;
  }

  private compose({ mailbox, row }: Wanted, { id, payload, createdAt }: ClaimedJob<AskForwarding>): Buffer {
    const notice = noticeOf(mailbox, this.links.url({ tenantId: mailbox.tenantId, linkId: payload.linkId }));
    const look = { ...ENGLISH_LOOK, signature: domainOf(mailbox.address) };
    return buildMessage({
      from: mailbox.address,
      to: [row.address],
      subject: notice.subject,
      text: noticeText(notice, look),
      html: noticeHtml(notice, look),
      headers: HEADERS,
      messageId: `forwarding-${id}@${domainOf(mailbox.address)}`,
      date: createdAt,
    });
  }
}

function noticeOf({ address }: Mailbox, url: string): Notice {
  return {
    subject: `May ${address} forward its mail to you?`,
    heading: 'May its mail be forwarded to you?',
    paragraphs: [
      `The mailbox ${address} is to forward mail that it receives to this address. If you agree, confirm it.`,
    ],
    action: { label: 'See what it is about', url },
    notes: [
      `The link works for ${CONFIRMATION_LINK_DAYS} days.`,
      'If you do not know the mailbox, do nothing: then nothing is forwarded.',
    ],
  };
}
