import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Created, Operation } from '#libs/core/http';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import {
  AppPasswordListResponse,
  AppPasswordObject,
  CreateAppPasswordRequest,
  NewAppPasswordObject,
} from './app-password.dto.js';
import { AppPasswordsService } from './app-passwords.service.js';

@ApiTags('App passwords')
@Session()
@Controller('mailboxes/:id/app-passwords')
export class AppPasswordsController {
  constructor(private readonly passwords: AppPasswordsService) {}

  @Get()
  @Operation({
    summary: 'List the app passwords of a mailbox, newest first',
    description:
      'Users see their own; owners and managers of the mailbox and admins of the tenant see all. 20 at most.',
    success: { status: 200, type: AppPasswordListResponse },
  })
  async list(@KnownMailbox('visible') mailbox: Mailbox): Promise<AppPasswordListResponse> {
    return { app_passwords: (await this.passwords.list(mailbox)).map((one) => AppPasswordObject.of(one)) };
  }

  @Post()
  @Created({
    summary: 'Make an app password, with which a mail program sends from the mailbox',
    description:
      'The secret is in this answer alone. It stops working when it is revoked, when the user loses the right to send from ' +
      'the mailbox, and when the mailbox is removed. 409 at 20.',
    type: NewAppPasswordObject,
    location: ({ mailbox_id, id }) => `/mailboxes/${mailbox_id}/app-passwords/${id}`,
    errors: [409],
  })
  async create(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Body() { name }: CreateAppPasswordRequest,
  ): Promise<NewAppPasswordObject> {
    const { password, secret } = await this.passwords.create(mailbox, name.trim());
    return { ...AppPasswordObject.of(password), secret };
  }

  @Get(':passwordId')
  @Operation({
    summary: 'Read an app password',
    description: 'Without its secret.',
    success: { status: 200, type: AppPasswordObject },
  })
  async get(
    @KnownMailbox('visible') mailbox: Mailbox,
    @Param('passwordId') passwordId: string,
  ): Promise<AppPasswordObject> {
    return AppPasswordObject.of(await this.passwords.get(mailbox, passwordId));
  }

  @Delete(':passwordId')
  @Operation({
    summary: 'Revoke an app password',
    description: 'From the answer on it authenticates nothing. Managers and admins revoke those of others, too.',
    success: { status: 204 },
  })
  async revoke(@KnownMailbox('visible') mailbox: Mailbox, @Param('passwordId') passwordId: string): Promise<void> {
    await this.passwords.revoke(mailbox, passwordId);
  }
}
