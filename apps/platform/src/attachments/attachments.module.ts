import { Module } from '@nestjs/common';
import { FilesOfCalls } from './attached-files.js';
import { FileFetcher } from './file-fetcher.js';
import { MessageAttachmentEraser } from './message-attachment.eraser.js';
import { Attachments } from './attachments.service.js';
import { AttachmentUploadsController } from './uploads/attachment-uploads.controller.js';
import { AttachmentUploads } from './uploads/attachment-uploads.service.js';
import { UploadReader } from './uploads/upload-reader.js';

@Module({
  controllers: [AttachmentUploadsController],
  providers: [MessageAttachmentEraser, Attachments, AttachmentUploads, FileFetcher, FilesOfCalls, UploadReader],
  exports: [Attachments, FilesOfCalls],
})
export class AttachmentsModule {}
