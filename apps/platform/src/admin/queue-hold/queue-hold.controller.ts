import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { ReleaseQueuesRequest } from './dto/queue-hold.requests.js';
import { QueueHoldResponse, QueueHoldsResponse, QueueHoldView } from './dto/queue-hold.responses.js';
import { QueueHoldService } from './queue-hold.service.js';

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/queue-holds')
export class QueueHoldController {
  constructor(private readonly holds: QueueHoldService) {}

  @Get()
  @Operation({
    summary: 'List the holds on the queues, newest first',
    description:
      'A restored database is on hold: what is accepted waits, and nothing is sent. EndedAt is null while one is on.',
    success: { status: 200, type: QueueHoldsResponse },
  })
  async list(): Promise<QueueHoldsResponse> {
    return { QueueHolds: (await this.holds.list()).map((hold) => QueueHoldView.of(hold)) };
  }

  @Post('release')
  @Operation({
    summary: 'Release the queues',
    description:
      'What was accepted since the restore is sent. Pending says what becomes of the work that had waited when the backup was ' +
      'made, and may have been done since: cancel records it as failed, send does it. What is due in the future stays. ' +
      'Until EndedAt is set, another choice may be made.',
    success: { status: 202, type: QueueHoldResponse },
    errors: [409],
  })
  async release(@Body() { Pending = 'cancel' }: ReleaseQueuesRequest): Promise<QueueHoldResponse> {
    return { QueueHold: QueueHoldView.of(await this.holds.release(Pending)) };
  }
}
