import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownMailbox } from '../known-mailbox.js';
import { Mailbox } from '../mailbox.entity.js';
import { GrantListResponse, GrantObject, SetGrantRequest } from './grant.dto.js';
import { GrantsService } from './grants.service.js';

@ApiTags('Mailboxes')
@Session()
@Controller('mailboxes/:id/grants')
export class GrantsController {
  constructor(private readonly grants: GrantsService) {}

  @Get()
  @Operation({
    summary: 'List who may use a mailbox, the oldest grant first',
    description: 'For its owners, and for owners and admins of the tenant, as are the other routes of grants.',
    success: { status: 200, type: GrantListResponse },
  })
  async list(@KnownMailbox('owner') mailbox: Mailbox): Promise<GrantListResponse> {
    return { grants: (await this.grants.list(mailbox)).map((grant) => GrantObject.of(grant)) };
  }

  @Put(':userId')
  @Operation({
    summary: 'Give a member of the tenant a role in a mailbox',
    description:
      '`reader` reads the mail, `sender` also sends, `manager` also changes settings, `owner` also gives grants. 409 if ' +
      'the mailbox would be left without an owner.',
    success: { status: 200, type: GrantObject },
    errors: [409],
  })
  async set(
    @KnownMailbox('owner') mailbox: Mailbox,
    @Param('userId') userId: string,
    @Body() { role }: SetGrantRequest,
  ): Promise<GrantObject> {
    return GrantObject.of(await this.grants.set(mailbox, userId, role));
  }

  @Delete(':userId')
  @Operation({
    summary: 'Take a grant of a mailbox away',
    description: 'It has no effect from the answer on. 409 for the last owner.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(@KnownMailbox('owner') mailbox: Mailbox, @Param('userId') userId: string): Promise<void> {
    await this.grants.delete(mailbox, userId);
  }
}
