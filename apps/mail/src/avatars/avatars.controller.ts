import { Controller, Delete, Get, Put, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxesService } from '../mailboxes/mailboxes.service.js';
import { MailboxObject } from '../mailboxes/dto/mailbox.object.js';
import { readAvatar } from './avatar-upload.js';
import { AvatarsService } from './avatars.service.js';

const UPLOAD = {
  schema: {
    type: 'object',
    required: ['arquivo'],
    properties: { arquivo: { type: 'string', format: 'binary', description: 'At most 5 MiB' } },
  },
};

@ApiTags('Mailboxes')
@Controller('mailboxes/:id/avatar')
export class AvatarsController {
  constructor(
    private readonly avatars: AvatarsService,
    private readonly mailboxes: MailboxesService,
  ) {}

  @Get()
  @Session()
  @Operation({
    summary: 'The picture of a mailbox',
    description: 'A PNG of at most 256 by 256 pixels, with an ETag; 304 if the client has it. 404 without a picture.',
    success: [{ status: 200, contentType: 'image/png' }, { status: 304 }],
  })
  async get(
    @KnownMailbox('visible') mailbox: Mailbox,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const png = await this.avatars.read(mailbox);
    const tag = `"${mailbox.avatarHash}"`;
    // Who may see it is asked each time; the bytes travel once.
    response.set({ 'Cache-Control': 'private, no-cache', ETag: tag, Vary: 'Authorization, Cookie' });
    if (request.header('if-none-match') === tag) return void response.status(304).end();
    response.type('png').send(png);
  }

  @Put()
  @Session({ role: 'admin' })
  @ApiConsumes('multipart/form-data', 'image/*')
  @ApiBody(UPLOAD)
  @Operation({
    summary: 'Set the picture of a mailbox',
    description:
      'For owners and admins of the tenant. JPEG, PNG, GIF, WebP or AVIF, as the field `arquivo` or as the body. It is made ' +
      'anew as a PNG of at most 256 by 256 pixels, without the metadata of the file. 400 for anything else.',
    success: { status: 200, type: MailboxObject },
    errors: [400, 413],
  })
  async set(@KnownMailbox('owner') mailbox: Mailbox, @Req() request: Request): Promise<MailboxObject> {
    const changed = await this.avatars.set(mailbox, await readAvatar(request));
    return MailboxObject.of(await this.mailboxes.describe(changed));
  }

  @Delete()
  @Session()
  @Operation({
    summary: 'Delete the picture of a mailbox',
    description:
      'For owners and managers of the mailbox, and for owners and admins of the tenant. 404 without a picture.',
    success: { status: 204 },
  })
  async delete(@KnownMailbox('manager') mailbox: Mailbox): Promise<void> {
    await this.avatars.delete(mailbox);
  }
}
