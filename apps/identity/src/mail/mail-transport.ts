import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ENGLISH_LOOK, NoticeSender, type NoticeIdentity } from '#libs/email';
import { IdentityConfig } from '../config.js';
import { contentOf } from './mail-content.js';
import { MailLinks } from './mail-links.js';
import type { SystemMail } from './system-mail.js';

/** Sends identity's mail to the relay. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  private readonly sender: NoticeSender;

  constructor(
    { smtpUrl, mailFrom }: IdentityConfig,
    private readonly links: MailLinks,
  ) {
    this.sender = new NoticeSender(smtpUrl, mailFrom);
  }

  /** @throws SmtpFailure; InvalidMail for an address that cannot be used */
  async send(mail: SystemMail, identity: NoticeIdentity): Promise<void> {
    const look = { ...ENGLISH_LOOK, signature: this.sender.name };
    await this.sender.send(mail.to, contentOf(mail, this.links), look, identity);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sender.close();
  }
}
