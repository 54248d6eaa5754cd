import { domainToASCII } from 'node:url';
import { Injectable } from '@nestjs/common';
import { logger } from '#libs/core/observability';
import {
  domainOf,
  PassageLost,
  type PassageOptions,
  type ReceivedMessage,
  SmtpPassage,
  SmtpRejection,
  type SmtpTransaction,
} from '#libs/mail/email';
import { MailConfig } from '../../config.js';
import { PassedDomains } from './passed-domains.js';

/**
 * Mail for addresses that have no mailbox here, of domains that Platform receives for: it goes on to Platform's listener while the client
 * waits, which gets Platform's answers. A message is either for mailboxes or for Platform; for recipients of both kinds the client sends it
 * twice.
 */
@Injectable()
export class PassedMail {
  private readonly server: PassageOptions | undefined;
  private readonly passages = new WeakMap<SmtpTransaction, SmtpPassage>();

  constructor(
    { platformInbound, mailHost }: MailConfig,
    private readonly domains: PassedDomains,
  ) {
    const [, host, port] = /^(.+):(\d+)$/.exec(platformInbound ?? '') ?? [];
    if (host !== undefined) this.server = { host, port: Number(port), name: mailHost };
  }

  /** Tells whether the recipients that were accepted so far are Platform's. */
  isFor(transaction: SmtpTransaction): boolean {
    return (this.passages.get(transaction)?.accepted ?? 0) > 0;
  }

  /** Tells whether an address without a mailbox is Platform's. @throws DatabaseUnavailable */
  async takes(address: string): Promise<boolean> {
    const domain = domainToASCII(domainOf(address));
    return this.server !== undefined && domain !== '' && this.domains.has(domain);
  }

  /** Asks Platform whether it takes a recipient. Returns undefined if it does, or else the answer for the client. */
  async rejectRecipient(address: string, transaction: SmtpTransaction): Promise<SmtpRejection | undefined> {
    return this.answered(async () => {
      const passage = await this.passageOf(transaction);
      return passage.rejectRecipient(address);
    });
  }

  /** Passes the content on; resolves with Platform's answer once that has the message. @throws SmtpRejection */
  async receive({ content }: ReceivedMessage, transaction: SmtpTransaction): Promise<string> {
    return this.answered(async () => (await this.passageOf(transaction)).send(content));
  }

  private async passageOf(transaction: SmtpTransaction): Promise<SmtpPassage> {
    const found = this.passages.get(transaction);
    if (found) return found;
    const opened = await SmtpPassage.open(this.server!, transaction);
    this.passages.set(transaction, opened);
    return opened;
  }

  private async answered<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof PassageLost) logger.warn('Platform took no mail that was passed on', { error: error.cause });
      throw error;
    }
  }
}
