import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  bounceTypeOf,
  buildMessage,
  dkimSign,
  InvalidMail,
  parseMailbox,
  SmtpFailure,
  SmtpPool,
  withAsciiHeaders,
  type DkimKey,
  type OutgoingAttachment,
} from '#libs/mail/email';
import { textBeside } from '#libs/mail/mime';
import { inClientSpan } from '#libs/core/observability';
import { isId } from '#libs/core/persistence';
import { PlatformConfig } from '../config.js';
import { statementDetail } from '../events/event-data.js';
import type { DeliveryOutcome, PendingMessage } from '../delivery/delivery.js';
import { ReturnPaths } from '../feedback/return-paths/return-path.js';
import { FeedbackLoop, type FeedbackLoopMark } from '../feedback-loop/feedback-loop.js';
import { messageIdFor } from '../sending/internet-message-id.js';
import { MailMarks } from '../tracking/links/mail-marks.js';
import { leavingRaw } from './raw/leaving-raw.js';

/** An e-mail to be sent, with its sender parsed. */
export interface OutgoingEmail {
  message: PendingMessage;
  /** The sender's bare address. */
  address: string;
  /** The domain of that address. */
  domain: string;
}

/** Parts of an e-mail that are not in its row: its attachments, or all of a message that its sender wrote. */
export type Enclosed = { attachments: OutgoingAttachment[] } | { raw: Buffer };

/** Sends e-mails to the relay (with test keys, to the SMTP sandbox), signed for their sender's domain. */
@Injectable()
export class EmailTransport implements OnApplicationShutdown {
  private readonly relay: SmtpPool;
  private readonly sandbox: SmtpPool | undefined;
  private readonly requestsReports: boolean;

  constructor(
    { smtpUrl, sandboxSmtpUrl, smtpConnections, requestDeliveryReports }: PlatformConfig,
    private readonly returnPaths: ReturnPaths,
    private readonly marks: MailMarks,
    private readonly loop: FeedbackLoop,
  ) {
    this.requestsReports = requestDeliveryReports;
    this.relay = new SmtpPool({ url: smtpUrl, maxConnections: smtpConnections });
    this.sandbox = sandboxSmtpUrl ? new SmtpPool({ url: sandboxSmtpUrl, maxConnections: smtpConnections }) : undefined;
  }

  /** One attempt. A fault of the mail or of the server is an outcome, not an error. */
  async send(email: OutgoingEmail, enclosed: Enclosed, keys: readonly DkimKey[]): Promise<DeliveryOutcome> {
    try {
      const isRaw = 'raw' in enclosed;
      const marked = {
        ...email,
        message: this.marks.apply(isRaw ? withoutTexts(email.message) : withText(email.message)),
      };
      const { headers, keys: signing } = this.loopMarkOf(email.message, keys);
      const transmit = async (mail: OutgoingEmail, change = (built: Buffer) => built) =>
        this.transmit(mail, await dkimSign(change(toMail(mail, enclosed, headers)), signing));
      return await transmit(marked).catch((error: unknown) => {
        if (!lacksSmtpUtf8(error)) throw error;
        if (isRaw) return transmit(marked, withAsciiHeaders);
        const plain = withoutSmtpUtf8(marked);
        if (plain) return transmit(plain);
        throw error;
      });
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
    const { address, message } = email;
    const returnPath = this.returnPathOf(message);
    const envelope = { from: returnPath ?? address, to: message.recipient };
    // Without a return path of ours the reports would go to the sender.
    const asks = returnPath !== undefined && this.requestsReports ? { reportsAs: message.id } : {};
    const receipt = await inClientSpan('smtp.send', () => pool.send({ envelope, message: content, ...asks }));
    return { kind: 'sent', detail: { Response: receipt.response } };
  }

  private loopMarkOf({ tenantId, id }: PendingMessage, keys: readonly DkimKey[]): FeedbackLoopMark {
    return (isId('msg', id) && this.loop.mark({ tenantId, messageId: id }, keys)) || { headers: {}, keys };
  }

  /** Address to which servers report; undefined if this installation does not listen for reports. */
  private returnPathOf({ tenantId, id }: PendingMessage): string | undefined {
    return isId('msg', id) ? this.returnPaths.addressOf({ tenantId, messageId: id }) : undefined;
  }
}

/** X.6.7 of RFC 6531: an address needs SMTPUTF8, which the server does not have. */
const lacksSmtpUtf8 = (error: unknown): boolean => error instanceof SmtpFailure && error.enhanced === '5.6.7';

/**
 * The e-mail without the shown addresses that need SMTPUTF8, so that the others of a call get theirs. Undefined if none is
 * left out, or if the recipient itself needs it.
 */
function withoutSmtpUtf8(email: OutgoingEmail): OutgoingEmail | undefined {
  const { message } = email;
  const [to, cc, replyTo] = [message.to, message.cc, message.replyTo].map((texts) => texts.filter(isAsciiMailbox));
  const left = to!.length + cc!.length + replyTo!.length;
  const isAny = left < message.to.length + message.cc.length + message.replyTo.length;
  if (!isAny || !isAsciiMailbox(message.recipient)) return undefined;
  return { ...email, message: { ...message, to: to!, cc: cc!, replyTo: replyTo! } };
}

const isAsciiMailbox = (text: string): boolean => parseMailbox(text)?.smtpUtf8 === false;

/** The e-mail with a text beside its HTML, made before its links are those that count clicks. */
function withText(message: PendingMessage): PendingMessage {
  const text = textBeside(message) ?? null;
  return text === message.text ? message : { ...message, text };
}

/** A raw message leaves with its own headers and bodies: only headers are added. */
const withoutTexts = (message: PendingMessage): PendingMessage => ({
  ...message,
  text: null,
  html: null,
  headers: null,
});

function toMail(outgoing: OutgoingEmail, enclosed: Enclosed, headers: Record<string, string>): Buffer {
  const { message: email, domain } = outgoing;
  if ('raw' in enclosed) return leavingRaw(outgoing, enclosed.raw, { ...email.headers, ...headers });
  const { attachments } = enclosed;
  return buildMessage({
    from: email.sender,
    to: email.to,
    cc: email.cc,
    replyTo: email.replyTo,
    subject: email.subject,
    text: email.text ?? undefined,
    html: email.html ?? undefined,
    headers: { ...email.headers, ...headers },
    attachments,
    // The same in every attempt and for every recipient, so that mail programs show a mail that is sent twice once.
    messageId: messageIdFor(email, domain),
    // When it leaves: it may have waited for hours.
    date: new Date(),
  });
}

function toOutcome(failure: SmtpFailure): DeliveryOutcome {
  const { kind, code, enhanced, response, uncertain } = failure;
  const smtpCode = code === undefined ? {} : { SmtpCode: code };
  if (bounceTypeOf(failure) === 'hard') {
    const detail = statementDetail({ type: 'hard', status: enhanced, smtpCode: code, diagnostic: response });
    return { kind: 'bounced', reason: response, detail };
  }
  const detail = {
    Reason: response,
    ...smtpCode,
    ...(enhanced === undefined ? {} : { EnhancedCode: enhanced }),
    ...(uncertain ? { Uncertain: true } : {}),
  };
  return { kind: kind === 'permanent' ? 'failed' : 'deferred', reason: response, detail };
}
