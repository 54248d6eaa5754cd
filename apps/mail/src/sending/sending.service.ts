import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { buildMessage, InvalidMail, type Mailbox as Address } from '#libs/mail/email';
import { textBeside } from '#libs/mail/mime';
import { invalidField, Problem } from '#libs/core/http';
import type { Idempotency } from '#libs/core/idempotency';
import { Database, type TenantId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { answerHeaders } from '../drafts/draft-message.js';
import type { MessageSource } from '../drafts/draft-sending.js';
import { type Accepted, Acceptances } from './acceptances.js';
import { AttachmentScan } from './attachment-scan.js';
import type { NewAttachment, NewMessage } from '../messages/store/new-message.js';
import { FirstAttempts } from './first-attempts.js';
import { isTestAddress, type MessageDraft } from './message-draft.js';
import { OutgoingRepository } from './outgoing/outgoing.repository.js';
import type { QuotaState } from './quotas/quota.js';
import type { SendingMailbox } from './sending-mailboxes.js';
import { SendingQuotas } from './quotas/sending-quotas.js';
import { toSentMessage } from './sent-message.js';

/** 25 MiB of attachments in base64, and a body. */
const MAX_BYTES = 40 * 1024 * 1024;

export interface SentMessage {
  messageId: string;
  status: 'sent' | 'queued';
  /** Whether it has attachments that no scanner has seen. */
  isUnscanned: boolean;
  isReplay: boolean;
  /** The window of the quota with the least left; null without limits, and of a replay. */
  quota: QuotaState | null;
}

/** Sender of a message, with its mailbox. */
export interface Sending {
  tenantId: TenantId;
  mailbox: SendingMailbox;
  /** Sender in the message. */
  from: Address;
  /** Address for answers; null for the sender. */
  replyTo: string | null;
  /** The domain of the sender, if it is not that of the mailbox. */
  signingDomainId: string | null;
  /** Whether it goes to the sandbox. */
  isTest: boolean;
  /** Whether only addresses are allowed that reach nobody. */
  onlyTestAddresses: boolean;
}

/** Answer that is kept for a call with an idempotency key. */
interface KeptSending {
  outgoingId: string;
  messageId: string;
  isUnscanned: boolean;
}

/** Sends messages from mailboxes: accepted durably, tried at once, and tried again if a recipient could not be reached. */
@Injectable()
export class SendingService {
  constructor(
    private readonly database: Database,
    private readonly blobs: Blobs,
    private readonly acceptances: Acceptances,
    private readonly outgoing: OutgoingRepository,
    private readonly quotas: SendingQuotas,
    private readonly scan: AttachmentScan,
    private readonly firstAttempts: FirstAttempts,
  ) {}

  /**
   * @throws Problem SendFailed if no recipient could be reached at the first attempt: then nothing is kept and the quota
   * is given back, and what it was made of is restored; QuotaExceeded, AnexoInfectado, AntivirusIndisponivel,
   * ValidationError, IdempotencyConflict
   */
  async send(
    sending: Sending,
    draft: MessageDraft,
    idempotency: Idempotency | null,
    source?: MessageSource,
  ): Promise<SentMessage> {
    const earlier = await this.findReplay(sending.tenantId, idempotency);
    if (earlier) return earlier;
    requireTestAddresses(sending, draft);
    const isUnscanned = await this.scan.requireClean(draft.attachments);
    const messageId = `${v7()}@${sending.mailbox.domain}`;
    const content = compose(sending, draft, messageId);
    const message = await this.store(sending, draft, { content, messageId, isUnscanned });
    const kept = { messageId, isUnscanned };
    const accepted = await this.accept(sending, draft, message, kept, idempotency, source);
    if ('replay' in accepted) return this.replay(sending.tenantId, accepted.replay);
    const status = await this.firstAttempts.run(
      accepted.enqueued,
      { content, domainId: sending.signingDomainId ?? sending.mailbox.domainId },
      idempotency,
      source,
    );
    return { messageId, status, isUnscanned, isReplay: false, quota: accepted.quota };
  }

  /** Finds the message of an earlier call with the same key; null if there is none. */
  async findReplay(tenantId: TenantId, idempotency: Idempotency | null): Promise<SentMessage | null> {
    const earlier = idempotency && (await this.acceptances.find<KeptSending>(tenantId, idempotency));
    return earlier ? this.replay(tenantId, earlier) : null;
  }

  /** Stores what the message consists of; without a row that refers to it, it is swept after a day. */
  private async store(
    sending: Sending,
    draft: MessageDraft,
    { content, messageId, isUnscanned }: { content: Buffer; messageId: string; isUnscanned: boolean },
  ): Promise<NewMessage> {
    const { hash: blobHash, bytes } = await this.blobs.write(sending.tenantId, [content], MAX_BYTES);
    const attachments: NewAttachment[] = [];
    for (const { fileName, contentType, contentId = null, content: file } of draft.attachments) {
      const stored = await this.blobs.write(sending.tenantId, [file], MAX_BYTES);
      const isInline = contentId !== null && draft.html !== undefined;
      const scanVerdict = isUnscanned ? 'unscanned' : 'clean';
      const { hash, bytes: size } = stored;
      attachments.push({ fileName, contentType, contentId, isInline, bytes: size, blobHash: hash, scanVerdict });
    }
    return toSentMessage(sending, draft, { blobHash, bytes, messageId }, attachments, isUnscanned);
  }

  private async accept(
    { tenantId, mailbox, signingDomainId, isTest }: Sending,
    { recipients }: MessageDraft,
    message: NewMessage,
    kept: Omit<KeptSending, 'outgoingId'>,
    idempotency: Idempotency | null,
    source: MessageSource | undefined,
  ): Promise<Accepted | { replay: KeptSending }> {
    const limits = await this.quotas.limitsOf(tenantId);
    const outgoingId = v7();
    const outgoing = { sender: mailbox.address, recipients, isTest, signingDomainId };
    const answer = { ...kept, outgoingId };
    return this.acceptances.accept({ tenantId, message, outgoingId, outgoing, limits, idempotency, answer, source });
  }

  private async replay(tenantId: TenantId, { outgoingId, messageId, isUnscanned }: KeptSending): Promise<SentMessage> {
    const row = await this.database.tenant(tenantId, (tx) => this.outgoing.find(tx, tenantId, outgoingId));
    const isWaiting = row && !row.recipients.some(({ state }) => state === 'sent') && !row.finishedAt;
    return { messageId, status: isWaiting ? 'queued' : 'sent', isUnscanned, isReplay: true, quota: null };
  }
}

/** Outside production nobody must get mail by accident. @throws Problem SendFailed */
function requireTestAddresses({ onlyTestAddresses }: Sending, { recipients }: MessageDraft): void {
  const outside = onlyTestAddresses ? recipients.findIndex((address) => !isTestAddress(address)) : -1;
  if (outside < 0) return;
  throw new Problem('SendFailed', {
    message:
      'Nothing was sent: outside production, and with a test key, recipients must have an address that ends in .test, ' +
      '.example or .invalid.',
  });
}

/** @throws Problem ValidationError for what the form of the request allows and a message does not */
function compose({ from, replyTo }: Sending, draft: MessageDraft, messageId: string): Buffer {
  const { to, cc, subject, html, attachments } = draft;
  const sender = from.name ? `"${from.name.replaceAll(/["\\]/g, '\\$&')}" <${from.address}>` : from.address;
  try {
    return buildMessage({
      from: sender,
      replyTo: replyTo === null ? [] : [replyTo],
      to,
      cc,
      subject,
      text: textBeside(draft),
      html,
      attachments,
      headers: answerHeaders(draft),
      messageId,
      date: new Date(),
    });
  } catch (error) {
    if (error instanceof InvalidMail) throw invalidField('ValidationError', error.field, error.reason);
    throw error;
  }
}
