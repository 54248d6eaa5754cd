import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { EmailsModule } from '../emails/emails.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { SmtpKeyLimits } from './smtp-key-limits.js';
import { SmtpListeners } from './smtp-listeners.js';
import { KeyLogin } from './smtp-login.js';
import { SmtpRecipients } from './smtp-recipients.js';
import { SmtpSubmissions } from './smtp-submissions.js';
import { SmtpMetrics } from './smtp.metrics.js';

/** Sends what clients of SMTP submit with an API key. */
@Module({
  imports: [AdmissionModule, AttachmentsModule, EmailsModule, PlansModule, SendingModule, SuppressionsModule],
  providers: [KeyLogin, SmtpKeyLimits, SmtpListeners, SmtpMetrics, SmtpRecipients, SmtpSubmissions],
})
export class SmtpModule {}
