import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { buildMessage, domainOf, InvalidMail, parseMailbox, SmtpPool } from '#libs/email';
import { IdentityConfig } from '../config.js';
import { contentOf } from './mail-content.js';
import { toHtml, toText } from './mail-layout.js';
import { MailLinks } from './mail-links.js';
import type { SystemMail } from './system-mail.js';

const CONNECTIONS = 4;
/** Prevents automatic replies (RFC 3834; the second header is for Exchange). */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** The Message-ID and date, the same for each attempt, so that mail programs show one mail. */
export interface MailIdentity {
  id: string;
  date: Date;
}

/** Sends identity's mail to the relay. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  private readonly relay: SmtpPool;
  private readonly from: string;
  private readonly signature: string;
  private readonly address: string;

  constructor(
    { smtpUrl, mailFrom }: IdentityConfig,
    private readonly links: MailLinks,
  ) {
    const sender = parseMailbox(mailFrom);
    if (!sender) throw new Error('IDENTITY_MAIL_FROM is not an e-mail address');
    this.relay = new SmtpPool({ url: smtpUrl, maxConnections: CONNECTIONS });
    this.from = mailFrom;
    this.address = sender.address;
    this.signature = sender.name || domainOf(sender.address);
  }

  /** @throws SmtpFailure; InvalidMail for an address that cannot be used */
  async send(mail: SystemMail, { id, date }: MailIdentity): Promise<void> {
    const recipient = parseMailbox(mail.to);
    if (!recipient) throw new InvalidMail('to', 'not an e-mail address');
    const content = contentOf(mail, this.links);
    const message = buildMessage({
      from: this.from,
      to: [mail.to],
      subject: content.subject,
      text: toText(content, this.signature),
      html: toHtml(content, this.signature),
      headers: HEADERS,
      messageId: `${id}@${domainOf(this.address)}`,
      date,
    });
    await this.relay.send({ envelope: { from: this.address, to: recipient.address }, message });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.relay.close();
  }
}
