import { InvalidMail } from '#libs/mail/email';
import { domainOf, parseMailbox } from '#libs/mail/email';
import { buildMessage } from '#libs/mail/email';
import { SmtpFailure } from '#libs/mail/email';
import { SmtpPool } from '#libs/mail/email';
import { noticeHtml, noticeText } from './notice-layout.js';
import type { Notice, NoticeLook } from './notice.js';

const CONNECTIONS = 4;
/** Prevents automatic replies (RFC 3834; the second header is for Exchange). */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** A notice that a relay has not accepted for this long is dropped. */
export const NOTICE_DROPPED_AFTER_MS = 3 * 24 * 3_600_000;

/** The Message-ID and date, the same for each attempt, so that mail programs show one mail. */
export interface NoticeIdentity {
  id: string;
  date: Date;
}

/** Sends notices to the relay, all of them from one address. */
export class NoticeSender {
  /** The name of the sender, else the domain. */
  readonly name: string;
  private readonly relay: SmtpPool;
  private readonly address: string;

  /** @throws Error for a sender that is no address */
  constructor(
    smtpUrl: string,
    private readonly from: string,
  ) {
    const sender = parseMailbox(from);
    if (!sender) throw new Error('The sender of the mail is not an e-mail address');
    this.relay = new SmtpPool({ url: smtpUrl, maxConnections: CONNECTIONS });
    this.address = sender.address;
    this.name = sender.name || domainOf(sender.address);
  }

  /** @throws SmtpFailure; InvalidMail for an address that cannot be used */
  async send(to: string, notice: Notice, look: NoticeLook, { id, date }: NoticeIdentity): Promise<void> {
    const recipient = parseMailbox(to);
    if (!recipient) throw new InvalidMail('to', 'not an e-mail address');
    const message = buildMessage({
      from: this.from,
      to: [to],
      subject: notice.subject,
      text: noticeText(notice, look),
      html: noticeHtml(notice, look),
      headers: HEADERS,
      messageId: `${id}@${domainOf(this.address)}`,
      date,
    });
    await this.relay.send({ envelope: { from: this.address, to: recipient.address }, message });
  }

  async close(): Promise<void> {
    await this.relay.close();
  }
}

/** When a notice is tried again that the relay did not take for now; null if it never will. @throws any other error */
export function noticeRetry(error: unknown, attempt: number): { at: Date; reason: string } | null {
  if (error instanceof InvalidMail) return null;
  if (!(error instanceof SmtpFailure)) throw error;
  if (error.kind !== 'temporary') return null;
  const reason = error.code === undefined ? 'The relay was not reached' : `The relay answered ${error.code}`;
  return { at: new Date(Date.now() + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1))), reason };
}
