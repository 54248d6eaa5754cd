import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenant, currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SenderCodes } from './sender-codes.service.js';
import {
  ConfirmSmsSenderRequest,
  CreateSmsSenderRequest,
  EmptySmsSenderRequest,
  ListSmsSendersQuery,
  SentCodeResponse,
  SmsSenderPageResponse,
  SmsSenderResponse,
  UpdateSmsSenderRequest,
} from './sms-sender.dto.js';
import { SmsSender } from './sms-sender.entity.js';
import { SmsSendersService } from './sms-senders.service.js';

const Known = knownBy(SmsSendersService, (senders, { id = '' }) => senders.find(currentTenantId(), id));

@ApiTags('SMS')
@Controller('api/sms/senders')
export class SmsSendersController {
  constructor(
    private readonly senders: SmsSendersService,
    private readonly codes: SenderCodes,
  ) {}

  @Post()
  @Session({ role: 'admin' })
  @Created({
    summary: 'Add a sender of texts',
    description: 'It is pending until it is confirmed: a number by a code or an operator, a name by an operator.',
    type: SmsSenderResponse,
    location: ({ Sender: { Id } }) => `/api/sms/senders/${Id}`,
    errors: [409],
  })
  async create(@Body() { Value, Default = false }: CreateSmsSenderRequest): Promise<SmsSenderResponse> {
    return SmsSenderResponse.of(await this.senders.create(currentTenantId(), Value, Default));
  }

  @Get()
  @Session()
  @Operation({
    summary: 'List the senders of texts, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: SmsSenderPageResponse },
  })
  async list(@Query() query: ListSmsSendersQuery): Promise<SmsSenderPageResponse> {
    return SmsSenderPageResponse.of(await this.senders.listPage(currentTenantId(), query));
  }

  @Get(':id')
  @Session()
  @Operation({
    summary: 'Read a sender of texts',
    description: 'State says whether live texts may come from it.',
    success: { status: 200, type: SmsSenderResponse },
  })
  get(@Known() sender: SmsSender): SmsSenderResponse {
    return SmsSenderResponse.of(sender);
  }

  @Patch(':id')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: 'Make a sender the default',
    description: 'Texts without From come from it once it is confirmed.',
    success: { status: 200, type: SmsSenderResponse },
  })
  async update(@Param('id') id: string, @Body() { Default }: UpdateSmsSenderRequest): Promise<SmsSenderResponse> {
    return SmsSenderResponse.of(await this.senders.updateDefault(currentTenantId(), id, Default));
  }

  @Delete(':id')
  @Session({ role: 'admin' })
  @Known()
  @Operation({
    summary: 'Remove a sender',
    description: 'Texts that were accepted from it are still sent.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.senders.delete(currentTenantId(), id);
  }

  @Post(':id/code')
  @HttpCode(202)
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Text a code to a number',
    description:
      'Six digits, valid for ten minutes and five tries; a new code replaces the one before. A number gets three a ' +
      'day, an account asks for ten a day, and each counts towards its quota and daily limit. 403: your e-mail address is ' +
      'not verified; 409: the sender is confirmed; 404 NotInstalled: there is no carrier.',
    success: { status: 202, type: SentCodeResponse },
    errors: [409],
  })
  async sendCode(@Known() sender: SmsSender, @Body() _body: EmptySmsSenderRequest): Promise<SentCodeResponse> {
    return SentCodeResponse.of(await this.codes.send(sender, currentTenant()));
  }

  @Post(':id/confirm')
  @HttpCode(200)
  @Session({ role: 'admin' })
  @Operation({
    summary: 'Confirm a number by its code',
    description: '422: the code is wrong or no longer valid. 409: it is confirmed already, or another account has it.',
    success: { status: 200, type: SmsSenderResponse },
    errors: [409],
  })
  async confirm(@Known() sender: SmsSender, @Body() { Code }: ConfirmSmsSenderRequest): Promise<SmsSenderResponse> {
    return SmsSenderResponse.of(await this.codes.confirm(sender, Code));
  }
}
