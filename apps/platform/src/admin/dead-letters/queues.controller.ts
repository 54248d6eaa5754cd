import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/auth';
import { Operation } from '#libs/http';
import { QueuesResponse } from './dto/dead-letter.responses.js';
import { toQueueView } from './queues.mapper.js';
import { QueuesService } from './queues.service.js';

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/queues')
export class QueuesController {
  constructor(private readonly queues: QueuesService) {}

  @Get()
  @Operation({
    summary: 'Read how much promised work there is of each kind',
    description: 'OldestSeconds is the age of the oldest job that is due.',
    success: { status: 200, type: QueuesResponse },
  })
  async list(): Promise<QueuesResponse> {
    const now = new Date();
    return { Queues: (await this.queues.states()).map((state) => toQueueView(state, now)) };
  }
}
