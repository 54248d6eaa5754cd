import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ApiKey, currentTenantId } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { AttachmentResponse, FILE_FORM, UploadAttachmentQuery } from './attachment-uploads.dto.js';
import { AttachmentUploads } from './attachment-uploads.service.js';
import { UploadReader } from './upload-reader.js';

/** Files that are uploaded to be attached to e-mails. */
@ApiTags('E-mail')
@Controller('v1/attachments')
export class AttachmentUploadsController {
  constructor(
    private readonly reader: UploadReader,
    private readonly uploads: AttachmentUploads,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiKey('emails:send')
  @ApiConsumes('multipart/form-data', 'application/octet-stream')
  @ApiBody(FILE_FORM)
  @Operation({
    summary: 'Upload a file to attach it to e-mails',
    description:
      'As the field File of a form, or as the body, with its Content-Type and ?FileName=. E-mails name it as UploadId, any ' +
      'number of them, for a day. 409 with a thousand files or 5 GiB.',
    success: { status: 201, type: AttachmentResponse },
    errors: [400, 409, 413],
  })
  async create(@Req() request: Request, @Query() { FileName }: UploadAttachmentQuery): Promise<AttachmentResponse> {
    const tenantId = currentTenantId();
    await this.uploads.requireRoom(tenantId);
    return AttachmentResponse.of(
      await this.uploads.create(tenantId, await this.reader.read(request, tenantId, FileName)),
    );
  }

  @Get(':id')
  @ApiKey('emails:send')
  @Operation({
    summary: 'An uploaded file',
    description: 'What it is, and until when an e-mail may be sent with it; 404 after that.',
    success: { status: 200, type: AttachmentResponse },
    errors: [404],
  })
  async read(@Param('id') id: string): Promise<AttachmentResponse> {
    return AttachmentResponse.of(await this.uploads.get(currentTenantId(), id));
  }

  @Delete(':id')
  @ApiKey('emails:send')
  @Operation({
    summary: 'Delete an uploaded file',
    description:
      'No further e-mail can name it, and its room is free. E-mails that were accepted with it have it still.',
    success: { status: 204 },
    errors: [404],
  })
  delete(@Param('id') id: string): Promise<void> {
    return this.uploads.delete(currentTenantId(), id);
  }
}
