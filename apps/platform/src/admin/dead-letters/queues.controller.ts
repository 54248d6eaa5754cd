import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/auth';
import { NoQuery, Operation } from '#libs/http';
import { QueuesResponse, type QueueView } from './dto/dead-letter.responses.js';
import { QueuesService, type QueueState } from './queues.service.js';

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/queues')
export class QueuesController {
  constructor(private readonly queues: QueuesService) {}

  @Get()
  @Operation({
    summary: 'Read how much promised work there is of each kind',
    success: { status: 200, type: QueuesResponse },
    errors: [401, 403, 422, 503],
  })
  async list(@Query() _query: NoQuery): Promise<QueuesResponse> {
    const now = Date.now();
    return { Queues: (await this.queues.states()).map((state) => toView(state, now)) };
  }
}

export function toView({ kind, due, delayed, dead, waitingSince }: QueueState, now: number): QueueView {
  const oldest = waitingSince && Math.max(0, Math.floor((now - waitingSince.getTime()) / 1_000));
  return { Kind: kind, Due: due, Delayed: delayed, Dead: dead, OldestSeconds: oldest };
}
