import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module.js';
import { FormNoticesController } from './form-notices.controller.js';
import { FormNoticesService } from './form-notices.service.js';
import { FormNoticeRepository } from './form-notice.repository.js';
import { FormNoticesResolver } from './graphql/form-notices.resolver.js';
import { LeadAnnouncements } from './lead-announcements.js';
import { LeadAnnouncementsProcessor } from './lead-announcements.processor.js';
import { LeadMailReceiver } from './lead-mail.receiver.js';

/** Who hears of a form's leads: members by a mail, and visitors by an automatic answer. */
@Module({
  imports: [FormsModule],
  controllers: [FormNoticesController],
  providers: [
    FormNoticeRepository,
    FormNoticesResolver,
    FormNoticesService,
    LeadAnnouncements,
    LeadAnnouncementsProcessor,
    LeadMailReceiver,
  ],
})
export class FormNoticesModule {}
