import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  buildMessage,
  dkimSign,
  domainOf,
  InvalidMail,
  parseMailbox,
  SmtpFailure,
  SmtpPool,
  type DkimKey,
  type OutgoingAttachment,
} from '#libs/email';
import { isId } from '#libs/persistence';
import { PlatformConfig } from '../config.js';
import { ReturnPaths } from '../feedback/return-path.js';
import { MailMarks } from '../tracking/mail-marks.js';
import type { DeliveryOutcome, PendingMessage } from './delivery.js';

/** Hands e-mails to the relay (or, for test keys, to the sandbox), signed for their sender's domain. */
@Injectable()
export class EmailTransport implements OnApplicationShutdown {
  private readonly relay: SmtpPool;
  private readonly sandbox: SmtpPool | undefined;

  constructor(
    { smtpUrl, sandboxSmtpUrl, smtpConnections }: PlatformConfig,
    private readonly returnPaths: ReturnPaths,
    private readonly marks: MailMarks,
  ) {
    this.relay = new SmtpPool({ url: smtpUrl, maxConnections: smtpConnections });
    this.sandbox = sandboxSmtpUrl ? new SmtpPool({ url: sandboxSmtpUrl, maxConnections: smtpConnections }) : undefined;
  }

  /** One attempt. Never throws for what is wrong with the mail or the server: that is the outcome. */
  async deliver(
    email: PendingMessage,
    attachments: OutgoingAttachment[],
    keys: readonly DkimKey[],
  ): Promise<DeliveryOutcome> {
    try {
      const message = await dkimSign(toMail(this.marks.apply(email), attachments), keys);
      return await this.handOver(email, message);
    } catch (error) {
      if (error instanceof InvalidMail)
        return { kind: 'failed', reason: error.message, detail: { Reason: error.message } };
      if (error instanceof SmtpFailure) return refusal(error);
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.relay.close(), this.sandbox?.close()]);
  }

  private async handOver(email: PendingMessage, message: Buffer): Promise<DeliveryOutcome> {
    const pool = email.environment === 'test' ? this.sandbox : this.relay;
    if (!pool) return { kind: 'sent', detail: { Sandbox: true, Bytes: message.length } };
    const envelope = { from: this.returnPathOf(email), to: email.recipient };
    const receipt = await pool.send({ envelope, message });
    return { kind: 'sent', detail: { Response: receipt.response } };
  }

  /** Where what comes back for the e-mail is taken; without a listener for it, that is for the sender to read. */
  private returnPathOf({ tenantId, id, sender }: PendingMessage): string {
    const own = isId('msg', id) ? this.returnPaths.addressOf({ tenantId, messageId: id }) : undefined;
    return own ?? addressOf(sender);
  }
}

function toMail(email: PendingMessage, attachments: OutgoingAttachment[]): Buffer {
  return buildMessage({
    from: email.sender,
    to: email.to,
    cc: email.cc,
    replyTo: email.replyTo,
    subject: email.subject,
    text: email.text ?? undefined,
    html: email.html ?? undefined,
    headers: email.headers ?? undefined,
    attachments,
    // Both are the message's own and not the attempt's: a mail that is sent twice is one mail to its readers.
    messageId: `${email.id}@${domainOf(addressOf(email.sender))}`,
    date: email.createdAt,
  });
}

function addressOf(sender: string): string {
  const mailbox = parseMailbox(sender);
  if (!mailbox) throw new InvalidMail('from', 'not an e-mail address');
  return mailbox.address;
}

function refusal({ kind, code, enhanced, response, uncertain }: SmtpFailure): DeliveryOutcome {
  const detail = {
    Reason: response,
    ...(code === undefined ? {} : { SmtpCode: code }),
    ...(enhanced === undefined ? {} : { EnhancedCode: enhanced }),
    ...(uncertain ? { Uncertain: true } : {}),
  };
  return { kind: kind === 'permanent' ? 'failed' : 'deferred', reason: response, detail };
}
