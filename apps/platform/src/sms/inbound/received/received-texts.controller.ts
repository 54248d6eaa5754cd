import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import {
  ListReceivedTextsQuery,
  ReceivedTextPageResponse,
  ReceivedTextResponse,
  toFilter,
} from './received-text.dto.js';
import type { ReceivedText } from './received-text.entity.js';
import { ReceivedTextsService } from './received-texts.service.js';

const Known = knownBy(ReceivedTextsService, (texts, { id = '' }) => texts.find(currentTenantId(), id));

@ApiTags('SMS')
@Session()
@Controller('api/sms/inbound')
export class ReceivedTextsController {
  constructor(private readonly texts: ReceivedTextsService) {}

  @Get()
  @Operation({
    summary: 'List received texts, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: ReceivedTextPageResponse },
  })
  async list(@Query() { sender, recipient, ...page }: ListReceivedTextsQuery): Promise<ReceivedTextPageResponse> {
    const filter = toFilter({ sender, recipient });
    return ReceivedTextPageResponse.of(await this.texts.listPage(currentTenantId(), filter, page));
  }

  @Get(':id')
  @Operation({
    summary: 'Read a received text',
    description: 'Texts to the sender of the installation are not kept: it is not known for which account they are.',
    success: { status: 200, type: ReceivedTextResponse },
  })
  get(@Known() text: ReceivedText): ReceivedTextResponse {
    return ReceivedTextResponse.of(text);
  }
}
