import { Module } from '@nestjs/common';
import { MessageAttachmentEraser } from './message-attachment.eraser.js';
import { Attachments } from './attachments.service.js';

@Module({ providers: [MessageAttachmentEraser, Attachments], exports: [Attachments] })
export class AttachmentsModule {}
