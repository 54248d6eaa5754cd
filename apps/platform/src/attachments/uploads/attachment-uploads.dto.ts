import { ApiProperty } from '@nestjs/swagger';
import { QueryText } from '#libs/core/http';
import { ATTACHMENTS_MAX_BYTES, FILE_NAME_MAX } from '../attachment-limits.js';
import type { AttachmentUpload } from './attachment-upload.entity.js';
import { expiresAt } from './attachment-uploads.service.js';

/** The form in which a file comes. */
export const FILE_FORM = {
  schema: {
    type: 'object',
    required: ['File'],
    properties: {
      File: { type: 'string', format: 'binary', description: `At most ${ATTACHMENTS_MAX_BYTES} bytes (25 MiB)` },
    },
  },
};

export class UploadAttachmentQuery {
  @QueryText({ max: FILE_NAME_MAX, description: 'The name of a file that is the body itself.' })
  FileName?: string;
}

export class AttachmentView {
  @ApiProperty({ example: 'att_0c7b3f19ad62e04f', description: 'For UploadId of the attachments of an e-mail.' })
  Id: string;

  @ApiProperty({ example: 'invoice.pdf' })
  FileName: string;

  @ApiProperty({ example: 'application/pdf' })
  ContentType: string;

  @ApiProperty({ type: 'integer' })
  Bytes: number;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time', description: 'Until then an e-mail may be sent with it.' })
  ExpiresAt: string;
}

export class AttachmentResponse {
  @ApiProperty({ type: AttachmentView })
  Attachment: AttachmentView;

  static of(upload: AttachmentUpload): AttachmentResponse {
    return {
      Attachment: {
        Id: upload.id,
        FileName: upload.fileName,
        ContentType: upload.contentType,
        Bytes: upload.bytes,
        CreatedAt: upload.createdAt.toISOString(),
        ExpiresAt: expiresAt(upload).toISOString(),
      },
    };
  }
}
