import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CertificateFiles, SmtpListener, type SmtpListenerOptions, SmtpRejection } from '#libs/mail/email';
import { logger } from '#libs/core/observability';
import { MailConfig } from '../config.js';
import { ArrivingMessages } from './arriving-messages.js';
import { InboundMessagesService } from './inbound-messages.service.js';
import { InboundRecipients } from './inbound-recipients.js';

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
  ) {}

  /** Port on which it listens; undefined if it is off. */
  get port(): number | undefined {
    return this.listener?.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.inboundPort === undefined || !this.config.runsQueues) return;
    const listener = new SmtpListener(await this.options(this.config.inboundPort), {
      rejectRecipient: (address) => this.rejectRecipient(address),
      receive: (message) => this.messages.accept(message),
    });
    await listener.start();
    this.listener = listener;
    this.arriving.count = () => listener.underway;
    logger.info('Receives mail', { port: this.port });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.listener?.close();
  }

  private async rejectRecipient(address: string): Promise<SmtpRejection | undefined> {
    try {
      await this.recipients.find(address);
      return undefined;
    } catch (error) {
      if (error instanceof SmtpRejection) return error;
      throw error;
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
