import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownMailbox } from '../known-mailbox.js';
import { Mailbox } from '../mailbox.entity.js';
import { MailboxesService } from '../mailboxes.service.js';
import { MailboxQuotaObject, SetMailboxQuotaRequest } from './quota.dto.js';

@ApiTags('Mailboxes')
@Controller('mailboxes/:id/quota')
export class MailboxQuotaController {
  constructor(private readonly mailboxes: MailboxesService) {}

  @Get()
  @Session()
  @Operation({
    summary: 'Read how much mail a mailbox holds and may hold',
    description: 'Raw messages count, those in the trash too. Mail that does not fit is refused until there is room.',
    success: { status: 200, type: MailboxQuotaObject },
  })
  get(@KnownMailbox('visible') mailbox: Mailbox): MailboxQuotaObject {
    return MailboxQuotaObject.of(mailbox);
  }

  @Put()
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Set how much mail a mailbox may hold',
    description: 'For owners and admins of the tenant.',
    success: { status: 200, type: MailboxQuotaObject },
  })
  async set(
    @KnownMailbox('owner') mailbox: Mailbox,
    @Body() { quota_bytes }: SetMailboxQuotaRequest,
  ): Promise<MailboxQuotaObject> {
    return MailboxQuotaObject.of(await this.mailboxes.change(mailbox, { quotaBytes: quota_bytes }));
  }
}
