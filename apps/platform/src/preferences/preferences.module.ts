import { Module } from '@nestjs/common';
import { BrandModule } from '../brand/brand.module.js';
import { FeedbackModule } from '../feedback/feedback.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { MailMarksModule } from '../tracking/links/mail-marks.module.js';
import { TrackingModule } from '../tracking/tracking.module.js';
import { PreferencesController } from './preferences.controller.js';
import { PreferencesService } from './preferences.service.js';

@Module({
  imports: [BrandModule, FeedbackModule, MailMarksModule, SuppressionsModule, TrackingModule],
  controllers: [PreferencesController],
  providers: [PreferencesService],
})
export class PreferencesModule {}
