import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { Antivirus } from '#libs/mail/antivirus';
import { domainOf, SmtpRejection, type SubmittedMessage } from '#libs/mail/email';
import { Problem } from '#libs/core/http';
import { type AttachmentMeta, parseMessage, type ParsedMessage } from '#libs/mail/mime';
import { Database, type TenantId } from '#libs/core/persistence';
import { type BlobInfo, Blobs } from '#libs/core/storage';
import type { AppLogin } from '../app-passwords/app-password-login.js';
import { MailConfig } from '../config.js';
import { MessageStore } from '../messages/store/message-store.js';
import type { ScanVerdict } from '../messages/message-values.js';
import { searchTextOf } from '../messages/search-text.js';
import type { NewAttachment, NewMessage } from '../messages/store/new-message.js';
import { OutgoingMail } from '../sending/outgoing/outgoing-mail.js';
import { SendingQuotas } from '../sending/quotas/sending-quotas.js';
import { SubmissionLogin } from './submission-login.js';
import { SubmissionSenders } from './submission-senders.js';
import { completeHeaders } from './submitted-headers.js';

/** Bytes that completed headers may add. */
const ADDED_MAX_BYTES = 4_096;

/** Stored content of a message, with the verdict on it. */
interface StoredMessage {
  blob: BlobInfo;
  content: ParsedMessage<BlobInfo>;
  attachments: NewAttachment[];
  scanVerdict: ScanVerdict;
}

/** Takes messages from mail programs. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly config: MailConfig,
    private readonly database: Database,
    private readonly blobs: Blobs,
    private readonly antivirus: Antivirus,
    private readonly messages: MessageStore,
    private readonly outgoing: OutgoingMail,
    private readonly quotas: SendingQuotas,
    private readonly login: SubmissionLogin,
    private readonly senders: SubmissionSenders,
  ) {}

  /**
   * Stores a message among the sent ones of its mailbox and in the queue, in one transaction.
   * @throws SmtpRejection; AntivirusUnavailable, StorageUnavailable, DatabaseUnavailable: the client sends it again
   */
  async accept({ user, from, to, content, secure }: SubmittedMessage<AppLogin>): Promise<void> {
    const { mailbox } = user;
    const { tenantId } = mailbox;
    const messageId = `${v7()}@${domainOf(mailbox.address)}`;
    const received = `by ${this.config.submissionServer} with ESMTP${secure ? 'S' : ''}A; ${mailDate(new Date())}`;
    let signingDomainId: string | null = null;
    const isOwn = async (address: string) => {
      const sender = await this.senders.find(user, address);
      signingDomainId ??= sender?.signingDomainId ?? null;
      return sender !== null;
    };
    const bytes = completeHeaders(content, isOwn, { messageId, date: new Date(), received });
    const blob = await this.blobs.write(tenantId, bytes, this.config.submissionMaxBytes + ADDED_MAX_BYTES);
    const stored = await this.examine(tenantId, blob);
    await this.login.requireValid(user);
    const recipients = [...new Set(to)];
    const sent = toSentMessage(mailbox.id, from, recipients, stored);
    const limits = await this.quotas.limitsOf(tenantId);
    await this.database
      .tenant(tenantId, async (tx) => {
        const { id: sentMessageId } = await this.messages.insert(tx, tenantId, sent);
        await this.outgoing.enqueue(tx, tenantId, {
          mailboxId: mailbox.id,
          kind: 'message',
          sender: mailbox.address,
          recipients,
          blobHash: blob.hash,
          bytes: blob.bytes,
          isTest: !this.config.isProduction,
          sentMessageId,
          signingDomainId,
        });
        await this.quotas.use(tx, tenantId, limits, recipients.length, new Date());
      })
      .catch(rejectProblem);
  }

  /** Reads what was stored, and stores its files. @throws SmtpRejection for malware */
  private async examine(tenantId: TenantId, blob: BlobInfo): Promise<StoredMessage> {
    const attachment = (_: AttachmentMeta, file: AsyncIterable<Buffer>) =>
      this.blobs.write(tenantId, file, this.config.submissionMaxBytes);
    const content = await parseMessage(await this.blobs.read(tenantId, blob.hash), { attachment });
    const attachments: NewAttachment[] = [];
    for (const { stored, ...file } of content.attachments) {
      attachments.push({ ...file, blobHash: stored.hash, scanVerdict: await this.scan(tenantId, stored.hash) });
    }
    const isScanned = attachments.length > 0 && attachments.every(({ scanVerdict }) => scanVerdict === 'clean');
    return { blob, content, attachments, scanVerdict: isScanned ? 'clean' : 'unscanned' };
  }

  private async scan(tenantId: TenantId, hash: string): Promise<ScanVerdict> {
    // A scanner that is away does not read the file.
    const source = this.antivirus.isConfigured ? await this.blobs.read(tenantId, hash) : undefined;
    if (!source) return 'unscanned';
    try {
      const scan = await this.antivirus.requireScan(source);
      if (scan.verdict === 'infected') throw infected(scan.signature);
      return scan.verdict;
    } finally {
      source.destroy();
    }
  }
}

function toSentMessage(
  mailboxId: string,
  sender: string,
  recipients: readonly string[],
  { blob, content, attachments, scanVerdict }: StoredMessage,
): NewMessage {
  const { messageId, inReplyTo, references, subject, from, to, cc, replyTo, date, snippet } = content;
  const shown = new Set([...to, ...cc].map(({ address }) => address.toLowerCase()));
  const hidden = recipients.filter((address) => !shown.has(address.toLowerCase()));
  return {
    mailboxId,
    folder: 'sent',
    origin: 'sent',
    blobHash: blob.hash,
    bytes: blob.bytes,
    messageId,
    inReplyTo,
    references,
    subject,
    from: from ?? { name: '', address: sender },
    to,
    cc,
    bcc: hidden.map((address) => ({ name: '', address })),
    replyTo,
    snippet,
    datedAt: date,
    isRead: true,
    scanVerdict,
    attachments,
    searchText: searchTextOf(content),
  };
}

/** Turns limits of the plan into a temporary rejection; the mail program may try again when the next day or month begins. */
function rejectProblem(error: unknown): never {
  if (error instanceof Problem && error.code === 'QuotaExceeded')
    throw new SmtpRejection(452, `4.5.3 ${error.message}`);
  if (error instanceof Problem && error.code === 'NotFound') throw new SmtpRejection(550, '5.2.1 The mailbox is gone');
  throw error;
}

const infected = (signature: string): SmtpRejection =>
  new SmtpRejection(554, `5.7.1 An attachment contains malware (${oneLine(signature)}). Nothing was sent`);

const oneLine = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100);

const mailDate = (date: Date): string => date.toUTCString().replace('GMT', '+0000');
