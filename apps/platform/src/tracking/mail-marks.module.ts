import { Module } from '@nestjs/common';
import { MailMarks } from './mail-marks.js';
import { TrackingLinks } from './tracking-links.js';

@Module({ providers: [MailMarks, TrackingLinks], exports: [MailMarks, TrackingLinks] })
export class MailMarksModule {}
