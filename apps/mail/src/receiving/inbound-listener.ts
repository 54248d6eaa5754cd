import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  CertificateFiles,
  type ReceivedMessage,
  SmtpListener,
  type SmtpListenerOptions,
  SmtpRejection,
  type SmtpTransaction,
} from '#libs/mail/email';
import { logger } from '#libs/core/observability';
import { MailConfig } from '../config.js';
import { ArrivingMessages } from './arriving-messages.js';
import { InboundMessagesService } from './inbound-messages.service.js';
import { InboundRecipients } from './inbound-recipients.js';
import { PassedMail } from './passing/passed-mail.js';

/** Connections of one client at a time: large providers send from few addresses. */
const CONNECTIONS_OF_PEER = 50;

/** The MX of the domains: the SMTP server that receives mail for their mailboxes, in processes that run queues. */
@Injectable()
export class InboundListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private listener: SmtpListener | undefined;

  constructor(
    private readonly config: MailConfig,
    private readonly recipients: InboundRecipients,
    private readonly messages: InboundMessagesService,
    private readonly arriving: ArrivingMessages,
    private readonly passed: PassedMail,
  ) {}

  /** Port on which it listens; undefined if it is off. */
  get port(): number | undefined {
    return this.listener?.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.inboundPort === undefined || !this.config.runsQueues) return;
    const listener = new SmtpListener(await this.options(this.config.inboundPort), {
      rejectRecipient: (address, _user, transaction) => this.rejectRecipient(address, transaction),
      receive: (message, transaction) => this.receive(message, transaction),
    });
    await listener.start();
    this.listener = listener;
    this.arriving.count = () => listener.underway;
    logger.info('Receives mail', { port: this.port });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.listener?.close();
  }

  private async receive(message: ReceivedMessage, transaction: SmtpTransaction): Promise<string | void> {
    return this.passed.isFor(transaction) ? this.passed.receive(message, transaction) : this.messages.accept(message);
  }

  private async rejectRecipient(address: string, transaction: SmtpTransaction): Promise<SmtpRejection | undefined> {
    const isPassed = this.passed.isFor(transaction);
    try {
      await this.recipients.find(address);
      return isPassed ? ofAnotherKind() : undefined;
    } catch (error) {
      if (!(error instanceof SmtpRejection)) throw error;
      if (!isUnknown(error) || !(await this.passed.takes(address))) return error;
      return !isPassed && transaction.to.length > 0
        ? ofAnotherKind()
        : this.passed.rejectRecipient(address, transaction);
    }
  }

  private async options(port: number): Promise<SmtpListenerOptions> {
    const { host, inboundHost, mailHost, inboundMaxBytes, inboundTlsCertFile, inboundTlsKeyFile } = this.config;
    return {
      host: inboundHost ?? host,
      port,
      name: mailHost,
      maxBytes: inboundMaxBytes,
      peer: {
        connections: CONNECTIONS_OF_PEER,
        recipients: this.config.inboundRecipientsPerMinute,
        bytes: this.config.inboundBytesPerMinute,
      },
      ...(inboundTlsCertFile &&
        inboundTlsKeyFile && {
          tls: await CertificateFiles.read(inboundTlsCertFile, inboundTlsKeyFile),
        }),
    };
  }
}

const isUnknown = ({ responseCode, message }: SmtpRejection): boolean =>
  responseCode === 550 && message.startsWith('5.1.1 ');

/** The client hands the message in for this recipient once more, as it does with one recipient too many. */
const ofAnotherKind = (): SmtpRejection =>
  new SmtpRejection(452, '4.5.3 Another server has the other recipients, send the message once more for this one');
