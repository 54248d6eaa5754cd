import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownMailbox } from '../../mailboxes/known-mailbox.js';
import { Mailbox } from '../../mailboxes/mailbox.entity.js';
import { LabelRulesResponse, SetLabelRulesRequest } from './label-rules.dto.js';
import { LabelRulesService } from './label-rules.service.js';

@ApiTags('Rules')
@Session()
@Controller('mailboxes/:id/label-rules')
export class LabelRulesController {
  constructor(private readonly rules: LabelRulesService) {}

  @Get()
  @Operation({
    summary: 'Read which labels of the system a mailbox sets by itself',
    description:
      'Each with what its rule looks at. For everybody with a grant of the mailbox, and for admins of the tenant.',
    success: { status: 200, type: LabelRulesResponse },
  })
  async get(@KnownMailbox('visible') mailbox: Mailbox): Promise<LabelRulesResponse> {
    return LabelRulesResponse.of(await this.rules.get(mailbox));
  }

  @Put()
  @Operation({
    summary: 'Switch labels of the system on and off',
    description:
      'What is not named stays. Mail that has arrived keeps its labels, and users may still set them. For owners and managers ' +
      'of the mailbox, and for owners and admins of the tenant.',
    success: { status: 200, type: LabelRulesResponse },
  })
  async set(
    @KnownMailbox('manager') mailbox: Mailbox,
    @Body() { importante, pessoal, promocoes, notificacoes }: SetLabelRulesRequest,
  ): Promise<LabelRulesResponse> {
    const changes = { importante, pessoal, promocoes, notificacoes };
    return LabelRulesResponse.of(await this.rules.set(mailbox, changes));
  }
}
