import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { NOTICE_LOOKS, NoticeSender, type NoticeIdentity } from '#libs/messaging/notices';
import type { ServiceLook } from '#libs/core/html';
import { IdentityConfig } from '../config.js';
import { contentOf } from './mail-content.js';
import { MailLinks } from './mail-links.js';
import { ReaderLanguage } from './reader-language.js';
import type { SystemMail } from './system-mail.js';

/** Sends identity's mail to the relay. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  private readonly sender: NoticeSender;
  private readonly service: ServiceLook;

  constructor(
    config: IdentityConfig,
    private readonly links: MailLinks,
    private readonly readers: ReaderLanguage,
  ) {
    this.sender = new NoticeSender(config.smtpUrl, config.mailFrom);
    this.service = config.serviceLook;
  }

  /** @throws SmtpFailure; InvalidMail for an address that cannot be used */
  async send(mail: SystemMail, identity: NoticeIdentity): Promise<void> {
    const language = await this.readers.find(mail);
    const { name, logoUrl } = this.service;
    const look = { ...NOTICE_LOOKS[language], signature: name, logoUrl };
    await this.sender.send(mail.to, contentOf(mail, this.links, language), look, identity);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sender.close();
  }
}
