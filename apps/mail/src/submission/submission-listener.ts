import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CertificateFiles, SmtpListener, type SmtpListenerOptions, SmtpRejection } from '#libs/mail/email';
import { isEmailAddress } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import type { AppLogin } from '../app-passwords/app-password-login.js';
import { MailConfig } from '../config.js';
import { isTestAddress } from '../sending/message-draft.js';
import { SubmissionLogin } from './submission-login.js';
import { SubmissionsService } from './submissions.service.js';

const LOOPBACK = '127.0.0.1';
const MAX_RECIPIENTS = 100;

/** The SMTP server for mail programs (RFC 6409), in processes that run queues. */
@Injectable()
export class SubmissionListener implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private listener: SmtpListener | undefined;

  constructor(
    private readonly config: MailConfig,
    private readonly login: SubmissionLogin,
    private readonly submissions: SubmissionsService,
  ) {}

  /** Port on which it listens; undefined if it is off. */
  get port(): number | undefined {
    return this.listener?.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { submissionPort, runsQueues } = this.config;
    if (submissionPort === undefined || !runsQueues) return;
    const receiver = {
      rejectRecipient: (address: string) => this.rejectRecipient(address),
      receive: (message: Parameters<SubmissionsService['accept']>[0]) => this.submissions.accept(message),
    };
    const options = await this.options(submissionPort);
    const listener = SmtpListener.forSubmission<AppLogin>(options, receiver, this.login);
    await listener.start();
    this.listener = listener;
    logger.info('Takes mail from mail programs', { host: options.host, port: this.port });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.listener?.close();
  }

  /** Outside production nobody must get mail by accident. */
  private rejectRecipient(address: string): SmtpRejection | undefined {
    if (!isEmailAddress(address)) return new SmtpRejection(553, '5.1.3 This is no address');
    if (this.config.isProduction || isTestAddress(address)) return undefined;
    return new SmtpRejection(550, '5.7.1 Outside production recipients end in .test, .example or .invalid');
  }

  /** @throws Error without a certificate in production. Elsewhere logins then need no TLS, on the loopback interface alone */
  private async options(port: number): Promise<SmtpListenerOptions> {
    const { host, submissionHost, submissionServer, submissionMaxBytes, isProduction } = this.config;
    const common = { port, name: submissionServer, maxBytes: submissionMaxBytes, maxRecipients: MAX_RECIPIENTS };
    const { submissionTlsCertFile: cert, submissionTlsKeyFile: key } = this.config;
    if (cert && key) {
      const tls = await CertificateFiles.read(cert, key);
      return { ...common, host: submissionHost ?? host, tls };
    }
    if (isProduction) throw new Error('SUBMISSION_PORT needs SUBMISSION_TLS_CERT_FILE and SUBMISSION_TLS_KEY_FILE');
    return { ...common, host: LOOPBACK, allowsPlainLogins: true };
  }
}
