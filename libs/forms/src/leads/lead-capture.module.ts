import { Module, type DynamicModule } from '@nestjs/common';
import { EmailCheckProcessor } from './email-check.processor.js';
import { LeadCapture } from './lead-capture.js';
import { MailDomains } from './mail-domains.js';

export interface LeadCaptureOptions {
  /** DNS servers in place of the machine's own. */
  dnsServers: readonly string[];
}

/**
 * Keeps leads and looks at their addresses. The app sends events (`AppEventsModule.forSender`) and has `CHECK_EMAIL_JOB` among
 * its jobs. Two apps with one outbox may both have it, if they share the queues.
 */
@Module({})
export class LeadCaptureModule {
  static forRoot({ dnsServers }: LeadCaptureOptions): DynamicModule {
    return {
      module: LeadCaptureModule,
      global: true,
      providers: [
        LeadCapture,
        EmailCheckProcessor,
        { provide: MailDomains, useFactory: () => new MailDomains(dnsServers) },
      ],
      exports: [LeadCapture],
    };
  }
}
