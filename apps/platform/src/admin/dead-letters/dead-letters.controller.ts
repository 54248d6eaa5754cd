import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import type { DeadLetter } from '#libs/core/jobs';
import { DeadLettersService } from './dead-letters.service.js';
import { ListDeadLettersQuery } from './dto/dead-letter.requests.js';
import { DeadLetterPageResponse, DeadLetterResponse, DeadLetterView } from './dto/dead-letter.responses.js';

const Known = knownBy(DeadLettersService, (deadLetters, { id = '' }) => deadLetters.find(id));

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/dead-letters')
export class DeadLettersController {
  constructor(private readonly letters: DeadLettersService) {}

  @Get()
  @Operation({
    summary: 'List the dead letters, newest first',
    description: 'NextCursor of a page, passed as cursor, begins the next page; 0 means the end.',
    success: { status: 200, type: DeadLetterPageResponse },
  })
  async list(@Query() { kind, tenant, ...page }: ListDeadLettersQuery): Promise<DeadLetterPageResponse> {
    return DeadLetterPageResponse.of(await this.letters.listPage({ kind, tenantId: tenant }, page));
  }

  @Get(':id')
  @Operation({
    summary: 'Read a dead letter',
    description: 'Includes the payload of the job and its last error.',
    success: { status: 200, type: DeadLetterResponse },
  })
  get(@Known() letter: DeadLetter): DeadLetterResponse {
    return { DeadLetter: DeadLetterView.of(letter) };
  }

  @Post(':id/retry')
  @Operation({
    summary: 'Retry a dead letter',
    description: 'It is due at once, like new. What an earlier attempt has done is not done again.',
    success: { status: 202, type: DeadLetterResponse },
  })
  async retry(@Known() { id }: DeadLetter): Promise<DeadLetterResponse> {
    return { DeadLetter: DeadLetterView.of(await this.letters.retry(id)) };
  }

  @Post(':id/discard')
  @Operation({
    summary: 'Discard a dead letter',
    description: 'Messages and webhook deliveries that wait for it have failed then, and say so.',
    success: { status: 200, type: DeadLetterResponse },
  })
  async discard(@Known() letter: DeadLetter): Promise<DeadLetterResponse> {
    return { DeadLetter: DeadLetterView.of(await this.letters.discard(letter)) };
  }
}
