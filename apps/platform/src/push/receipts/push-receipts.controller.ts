import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '#libs/core/auth';
import { Operation, Problem } from '#libs/core/http';
import { TrackingLinks } from '../../tracking/links/tracking-links.js';
import { PushReceipts } from './push-receipts.service.js';

/** Route by which devices confirm push messages. Its address stands in the message, and is signed. */
@ApiTags('Push')
@Controller('t/r')
export class PushReceiptsController {
  constructor(
    private readonly links: TrackingLinks,
    private readonly receipts: PushReceipts,
  ) {}

  @Post(':token')
  @Public()
  @HttpCode(204)
  @Operation({
    summary: 'Confirm a push message',
    description:
      'The device that got a message posts to the address that came with it as `receipt`. The body does not matter, and a second receipt changes nothing.',
    success: { status: 204, description: 'It is recorded' },
    anyQuery: true,
  })
  async confirm(@Param('token') token: string): Promise<void> {
    const ref = this.links.verifyReceipt(token);
    if (!ref) this.receipts.countForged();
    if (!ref || !(await this.receipts.record(ref))) throw new Problem('NotFound');
  }
}
