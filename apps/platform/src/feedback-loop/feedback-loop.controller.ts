import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { FeedbackKeysService } from './feedback-keys.service.js';
import { FeedbackLoopResponse } from './feedback-loop.responses.js';

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/feedback-loop')
export class FeedbackLoopController {
  constructor(private readonly keys: FeedbackKeysService) {}

  @Get()
  @Operation({
    summary: 'Read the address for complaints, and the keys of its domain',
    description: 'Each key has the DNS record to publish. Once one is active, e-mails carry CFBL-Address (RFC 9477).',
    success: { status: 200, type: FeedbackLoopResponse },
  })
  async read(): Promise<FeedbackLoopResponse> {
    return FeedbackLoopResponse.of(await this.keys.get());
  }

  @Post('keys')
  @Operation({
    summary: 'Make a key for the domain of the address',
    description:
      'The first one, or the successor of the one that signs. It signs from the check that finds its record.',
    success: { status: 201, type: FeedbackLoopResponse },
    errors: [409],
  })
  async createKey(): Promise<FeedbackLoopResponse> {
    return FeedbackLoopResponse.of(await this.keys.create());
  }

  @Post('check')
  @HttpCode(200)
  @Operation({
    summary: 'Look up the records of the keys',
    description:
      'A pending key whose record is found becomes active, and the one before retires. It is also done every ten minutes.',
    success: { status: 200, type: FeedbackLoopResponse },
    errors: [409, 503],
  })
  async check(): Promise<FeedbackLoopResponse> {
    return FeedbackLoopResponse.of(await this.keys.check());
  }
}
