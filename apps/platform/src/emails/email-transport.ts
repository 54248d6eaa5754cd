import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  bounceTypeOf,
  buildMessage,
  dkimSign,
  InvalidMail,
  SmtpFailure,
  SmtpPool,
  type DkimKey,
  type OutgoingAttachment,
} from '#libs/email';
import { inClientSpan } from '#libs/observability';
import { isId } from '#libs/persistence';
import { PlatformConfig } from '../config.js';
import type { DeliveryOutcome, PendingMessage } from '../delivery/delivery.js';
import { ReturnPaths } from '../feedback/return-path.js';
import { MailMarks } from '../tracking/mail-marks.js';

/** An e-mail to be sent, with its sender parsed. */
export interface OutgoingEmail {
  message: PendingMessage;
  /** The sender's bare address. */
  address: string;
  /** The domain of that address. */
  domain: string;
}

/** Sends e-mails to the relay (with test keys, to the SMTP sandbox), signed for their sender's domain. */
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

  /** One attempt. A fault of the mail or of the server is an outcome, not an error. */
  async send(
    email: OutgoingEmail,
    attachments: OutgoingAttachment[],
    keys: readonly DkimKey[],
  ): Promise<DeliveryOutcome> {
    try {
      const marked = { ...email, message: this.marks.apply(email.message) };
      return await this.transmit(email, await dkimSign(toMail(marked, attachments), keys));
    } catch (error) {
      if (error instanceof InvalidMail)
        return { kind: 'failed', reason: error.message, detail: { Reason: error.message } };
      if (error instanceof SmtpFailure) return toOutcome(error);
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.relay.close(), this.sandbox?.close()]);
  }

  private async transmit(email: OutgoingEmail, content: Buffer): Promise<DeliveryOutcome> {
    const pool = email.message.environment === 'test' ? this.sandbox : this.relay;
    if (!pool) return { kind: 'sent', detail: { Sandbox: true, Bytes: content.length } };
    const envelope = { from: this.returnPathOf(email), to: email.message.recipient };
    const receipt = await inClientSpan('smtp.send', () => pool.send({ envelope, message: content }));
    return { kind: 'sent', detail: { Response: receipt.response } };
  }

  /** The address for bounces: ours if this installation listens for them, else the sender's. */
  private returnPathOf({ message: { tenantId, id }, address }: OutgoingEmail): string {
    const own = isId('msg', id) ? this.returnPaths.addressOf({ tenantId, messageId: id }) : undefined;
    return own ?? address;
  }
}

function toMail({ message: email, domain }: OutgoingEmail, attachments: OutgoingAttachment[]): Buffer {
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
    // Both are the same in every attempt, so that mail programs show a mail that is sent twice once.
    messageId: `${email.id}@${domain}`,
    date: email.scheduledAt ?? email.createdAt,
  });
}

function toOutcome(failure: SmtpFailure): DeliveryOutcome {
  const { kind, code, enhanced, response, uncertain } = failure;
  const smtpCode = code === undefined ? {} : { SmtpCode: code };
  if (bounceTypeOf(failure) === 'hard') {
    const status = enhanced === undefined ? {} : { Status: enhanced };
    return {
      kind: 'bounced',
      reason: response,
      detail: { Type: 'hard', ...status, ...smtpCode, Diagnostic: response },
    };
  }
  const detail = {
    Reason: response,
    ...smtpCode,
    ...(enhanced === undefined ? {} : { EnhancedCode: enhanced }),
    ...(uncertain ? { Uncertain: true } : {}),
  };
  return { kind: kind === 'permanent' ? 'failed' : 'deferred', reason: response, detail };
}
