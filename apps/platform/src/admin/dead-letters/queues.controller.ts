import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { QueuesResponse, QueueView } from './dto/dead-letter.responses.js';
import { QueuesService } from './queues.service.js';

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/queues')
export class QueuesController {
  constructor(private readonly queues: QueuesService) {}

  @Get()
  @Operation({
    summary: 'Read how many jobs there are of each kind',
    description: 'OldestSeconds is the age of the oldest job that is due.',
    success: { status: 200, type: QueuesResponse },
  })
  async list(): Promise<QueuesResponse> {
    const now = new Date();
    return { Queues: (await this.queues.list()).map((state) => QueueView.of(state, now)) };
  }
}
