import { Injectable } from '@nestjs/common';
import type { ReceivedMessage, SmtpRejection } from '#libs/mail/email';

/** A feature to which mail may be, beside the reports about sent messages. */
export interface MailReceiver {
  /** Judges a recipient: null if no address of this feature is at its domain. An error is answered with 451. */
  judge(address: string): Promise<'taken' | SmtpRejection | null>;
  /**
   * Takes a message all of whose recipients it has judged as its own. It reads the content to its end, and all of the message is
   * durable when it resolves; if it fails, nothing is.
   * @throws SmtpRejection, and what reading the content throws
   */
  receive(message: ReceivedMessage): Promise<void>;
}

/** The features that get mail from the SMTP listener. */
@Injectable()
export class MailReceivers {
  readonly #registered: MailReceiver[] = [];

  get all(): readonly MailReceiver[] {
    return this.#registered;
  }

  /** To be called before the listener starts, by the constructor of the feature. */
  register(receiver: MailReceiver): void {
    this.#registered.push(receiver);
  }
}
