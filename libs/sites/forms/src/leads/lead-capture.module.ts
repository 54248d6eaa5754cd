import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { ConfirmationLimits } from '#libs/messaging/confirmation';
import { NoticeSender } from '#libs/messaging/notices';
import { SecretBox } from '#libs/core/secrets';
import { CancelledConfirmations } from '../confirmation/cancelled-confirmations.js';
import { ConfirmationLinks } from '../confirmation/confirmation-links.js';
import { ConfirmationProcessor } from '../confirmation/confirmation.processor.js';
import { Confirmations } from '../confirmation/confirmations.js';
import { EmailCheckProcessor } from './email-check.processor.js';
import { LeadCapture } from './lead-capture.js';
import { MailDomains } from './mail-domains.js';

export interface LeadCaptureOptions {
  /** DNS server in place of the machine's own. */
  dnsServer?: string;
  redisUrl: string;
  smtpUrl: string;
  /** Sender of the mails that ask for a confirmation. */
  leadsMailFrom: string;
  /** Address of the runtime, which has the pages behind the links. */
  runtimeUrl: string;
}

/**
 * Keeps leads, looks at their addresses and asks to confirm them. The app sends events (`AppEventsModule.forSender`) and has
 * `LEAD_JOBS` among its jobs. Two apps with one outbox may both have it, if they share the queues.
 */
@Module({})
export class LeadCaptureModule implements OnApplicationShutdown {
  constructor(private readonly sender: NoticeSender) {}

  static forRoot(options: LeadCaptureOptions): DynamicModule {
    const { dnsServer, redisUrl, smtpUrl, leadsMailFrom, runtimeUrl } = options;
    return {
      module: LeadCaptureModule,
      global: true,
      providers: [
        LeadCapture,
        CancelledConfirmations,
        Confirmations,
        ConfirmationProcessor,
        EmailCheckProcessor,
        {
          provide: ConfirmationLimits,
          useFactory: () => new ConfirmationLimits({ redisUrl, app: 'pages', asker: 'form', askerPerHour: 300 }),
        },
        {
          provide: ConfirmationLinks,
          inject: [SecretBox],
          useFactory: (secrets: SecretBox) => new ConfirmationLinks(secrets, runtimeUrl.replace(/\/+$/, '')),
        },
        { provide: MailDomains, useFactory: () => new MailDomains(dnsServer ? [dnsServer] : []) },
        { provide: NoticeSender, useFactory: () => new NoticeSender(smtpUrl, leadsMailFrom) },
      ],
      exports: [LeadCapture, Confirmations],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sender.close();
  }
}
