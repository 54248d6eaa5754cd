import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import {
  ConsoleSmsSenderPageResponse,
  ConsoleSmsSenderResponse,
  EmptySmsSenderRequest,
  ListConsoleSmsSendersQuery,
} from './sms-sender.dto.js';
import { SmsSender } from './sms-sender.entity.js';
import { SmsSendersService } from './sms-senders.service.js';

const Known = knownBy(SmsSendersService, (senders, { id = '' }) => senders.findOfAnyTenant(id));

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/sms/senders')
export class ConsoleSendersController {
  constructor(private readonly senders: SmsSendersService) {}

  @Get()
  @Operation({
    summary: 'List the senders of texts of all tenants, newest first',
    description: 'state=pending lists those that wait to be confirmed.',
    success: { status: 200, type: ConsoleSmsSenderPageResponse },
  })
  async list(@Query() { state, ...page }: ListConsoleSmsSendersQuery): Promise<ConsoleSmsSenderPageResponse> {
    return ConsoleSmsSenderPageResponse.of(await this.senders.listPageOfAllTenants(state, page));
  }

  @Post(':id/confirm')
  @HttpCode(200)
  @Operation({
    summary: 'Confirm a sender of texts',
    description: 'Live texts of its tenant may come from it. 409: it is confirmed already, or another account has it.',
    success: { status: 200, type: ConsoleSmsSenderResponse },
    errors: [409],
  })
  async confirm(@Known() sender: SmsSender, @Body() _body: EmptySmsSenderRequest): Promise<ConsoleSmsSenderResponse> {
    return ConsoleSmsSenderResponse.of(await this.senders.confirmByOperator(sender));
  }

  @Delete(':id')
  @Operation({
    summary: 'Remove a sender of a tenant',
    description: 'Such as a number that another account has proved to be its own.',
    success: { status: 204 },
  })
  async delete(@Known() { tenantId, id }: SmsSender): Promise<void> {
    await this.senders.delete(tenantId, id);
  }
}
