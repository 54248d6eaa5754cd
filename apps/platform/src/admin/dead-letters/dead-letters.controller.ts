import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/auth';
import { knownBy, Operation } from '#libs/http';
import type { DeadLetter } from '#libs/jobs';
import { DeadLettersService } from './dead-letters.service.js';
import { ListDeadLettersQuery } from './dto/dead-letter.requests.js';
import { DeadLetterPageResponse, DeadLetterResponse, type DeadLetterView } from './dto/dead-letter.responses.js';

const Known = knownBy(DeadLettersService, (deadLetters, { id = '' }) => deadLetters.exists(id));

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/dead-letters')
export class DeadLettersController {
  constructor(private readonly letters: DeadLettersService) {}

  @Get()
  @Operation({
    summary: 'List work that was given up, promised last first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: DeadLetterPageResponse },
  })
  async list(@Query() { kind, tenant, cursor, limit }: ListDeadLettersQuery): Promise<DeadLetterPageResponse> {
    const { items, nextCursor, hasMore } = await this.letters.list({ kind, tenantId: tenant }, cursor, limit);
    return { DeadLetters: items.map(toView), NextCursor: nextCursor, HasMore: hasMore };
  }

  @Get(':id')
  @Known()
  @Operation({
    summary: 'Read work that was given up',
    description: 'Includes the payload of the job and its last error.',
    success: { status: 200, type: DeadLetterResponse },
  })
  async read(@Param('id') id: string): Promise<DeadLetterResponse> {
    return { DeadLetter: toView(await this.letters.read(id)) };
  }

  @Post(':id/retry')
  @Known()
  @Operation({
    summary: 'Try work again that was given up',
    description: 'It is due at once, like new. What an earlier attempt has done is not done again.',
    success: { status: 202, type: DeadLetterResponse },
  })
  async retry(@Param('id') id: string): Promise<DeadLetterResponse> {
    return { DeadLetter: toView(await this.letters.retry(id)) };
  }

  @Post(':id/discard')
  @Known()
  @Operation({
    summary: 'Let go of work that was given up',
    description: 'Messages and webhook deliveries that wait for it have failed then, and say so.',
    success: { status: 200, type: DeadLetterResponse },
  })
  async discard(@Param('id') id: string): Promise<DeadLetterResponse> {
    return { DeadLetter: toView(await this.letters.discard(id)) };
  }
}

function toView({
  id,
  tenantId,
  kind,
  payload,
  attempts,
  failures,
  error,
  createdAt,
  deadAt,
}: DeadLetter): DeadLetterView {
  return {
    Id: id,
    TenantId: tenantId,
    Kind: kind,
    Payload: payload,
    Attempts: attempts,
    Failures: failures,
    Error: error,
    CreatedAt: createdAt.toISOString(),
    DeadAt: deadAt.toISOString(),
  };
}
