import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { logger } from '#libs/core/observability';
import {
  CertificateFiles,
  SmtpListener,
  type SmtpListenerOptions,
  type SmtpReceiver,
  type SubmittedMessage,
} from '#libs/mail/email';
import { PlatformConfig } from '../config.js';
import { MAX_RECIPIENTS } from '../emails/dto/send-email.request.js';
import { KeyLogin, type SmtpKey } from './smtp-login.js';
import { SmtpRecipients } from './smtp-recipients.js';
import { SmtpSubmissions } from './smtp-submissions.js';
import { SmtpMetrics } from './smtp.metrics.js';

/** How long a connection may rest: programs that send now and then keep theirs (milliseconds). */
const IDLE_MS = 120_000;

/** The SMTP servers that send with API keys (RFC 6409, RFC 8314), in processes that run queues. */
@Injectable()
export class SmtpListeners implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private startTls: SmtpListener | undefined;
  private implicitTls: SmtpListener | undefined;

  constructor(
    private readonly config: PlatformConfig,
    private readonly login: KeyLogin,
    private readonly recipients: SmtpRecipients,
    private readonly submissions: SmtpSubmissions,
    private readonly metrics: SmtpMetrics,
  ) {}

  /** Ports on which they listen; undefined of one that is off. */
  get ports(): { startTls: number | undefined; implicitTls: number | undefined } {
    return { startTls: this.startTls?.port, implicitTls: this.implicitTls?.port };
  }

  /** @throws Error without a certificate: a key must not be read on its way */
  async onApplicationBootstrap(): Promise<void> {
    const { sendingSmtpPort, sendingSmtpsPort, runsQueues } = this.config;
    if (!runsQueues || (sendingSmtpPort === undefined && sendingSmtpsPort === undefined)) return;
    const options = await this.options();
    if (sendingSmtpPort !== undefined) this.startTls = await this.start({ ...options, port: sendingSmtpPort });
    if (sendingSmtpsPort !== undefined)
      this.implicitTls = await this.start({ ...options, port: sendingSmtpsPort, implicitTls: true });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.startTls?.close(), this.implicitTls?.close()]);
  }

  private async start(options: SmtpListenerOptions): Promise<SmtpListener> {
    const receiver: SmtpReceiver<SubmittedMessage<SmtpKey>> = {
      rejectRecipient: (address, key) => this.recipients.reject(address, key),
      receive: (message) => this.submissions.accept(message),
      onRejected: (reason) => this.metrics.countRejected(reason),
    };
    const listener = SmtpListener.forSubmission<SmtpKey>(options, receiver, this.login);
    await listener.start();
    logger.info('Takes e-mail to send by SMTP', { host: options.host, port: listener.port });
    return listener;
  }

  private async options(): Promise<Omit<SmtpListenerOptions, 'port'>> {
    const { config } = this;
    const { sendingSmtpTlsCertFile: cert, sendingSmtpTlsKeyFile: key } = config;
    if (!cert || !key)
      throw new Error(
        'SENDING_SMTP_PORT and SENDING_SMTPS_PORT need SENDING_SMTP_TLS_CERT_FILE and SENDING_SMTP_TLS_KEY_FILE',
      );
    return {
      host: config.sendingSmtpHost ?? config.host,
      name: config.sendingSmtpName,
      maxBytes: config.sendingSmtpMaxBytes,
      maxRecipients: MAX_RECIPIENTS,
      peer: { connections: config.sendingSmtpConnections, bytes: config.sendingSmtpBytesPerMinute },
      idleMs: IDLE_MS,
      beginMs: IDLE_MS,
      tls: await CertificateFiles.read(cert, key),
    };
  }
}
