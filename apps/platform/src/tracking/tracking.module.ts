import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AddressLimit } from '#libs/core/limits';
import { FeedbackModule } from '../feedback/feedback.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { MessageEventsModule } from '../messages/events/message-events.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { SuspensionModule } from '../suspension/suspension.module.js';
import { MailMarksModule } from './links/mail-marks.module.js';
import { GenuineLinks } from './genuine-links.js';
import { KnownClients } from './clients/known-clients.js';
import { TrackedLinks } from './tracked-links.js';
import { TrackingController } from './tracking.controller.js';
import { TrackingRecorder } from './tracking-recorder.js';
import { TrackingRepository } from './tracking.repository.js';
import { TrackingSettingRepository } from './settings/tracking-setting.repository.js';
import { TrackingSettingsResolver } from './settings/graphql/tracking-settings.resolver.js';
import { TrackingSettingsController } from './settings/tracking-settings.controller.js';
import { TrackingSettingsService } from './settings/tracking-settings.service.js';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller.js';
import { UnsubscribeService } from './unsubscribe/unsubscribe.service.js';

@Module({
  imports: [FeedbackModule, LimitsModule, MailMarksModule, MessageEventsModule, SuppressionsModule, SuspensionModule],
  controllers: [TrackingController, UnsubscribeController, TrackingSettingsController],
  providers: [
    GenuineLinks,
    KnownClients,
    TrackedLinks,
    TrackingRecorder,
    TrackingRepository,
    TrackingSettingRepository,
    TrackingSettingsResolver,
    TrackingSettingsService,
    UnsubscribeService,
  ],
  exports: [UnsubscribeService],
})
export class TrackingModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(AddressLimit).forRoutes('t/*path');
  }
}
