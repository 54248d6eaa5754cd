import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { SetVacationRequest, toVacation, VacationObject } from './vacation.dto.js';
import { VacationService } from './vacation.service.js';

@ApiTags('Rules')
@Session()
@Controller('mailboxes/:id/vacation')
export class VacationController {
  constructor(private readonly vacation: VacationService) {}

  @Get()
  @Operation({
    summary: 'Read what a mailbox answers by itself',
    description: 'For everybody with a grant of it, and for owners and admins of the tenant.',
    success: { status: 200, type: VacationObject },
  })
  async get(@KnownMailbox('visible') mailbox: Mailbox): Promise<VacationObject> {
    return VacationObject.of(await this.vacation.get(mailbox));
  }

  @Put()
  @Operation({
    summary: 'Set what a mailbox answers by itself',
    description:
      'In place of what was set. It answers people who write to the mailbox in To or Cc, each of them once in ' +
      '`interval_days`; never lists, bulk or automatic mail, and no spam (RFC 3834). With another text or window they are ' +
      'answered anew. 400 for a window that ends before it begins or is over, and without a text. For owners and managers of ' +
      'the mailbox, and for owners and admins of the tenant.',
    success: { status: 200, type: VacationObject },
  })
  async set(@KnownMailbox('manager') mailbox: Mailbox, @Body() body: SetVacationRequest): Promise<VacationObject> {
    return VacationObject.of(await this.vacation.set(mailbox, toVacation(body)));
  }
}
