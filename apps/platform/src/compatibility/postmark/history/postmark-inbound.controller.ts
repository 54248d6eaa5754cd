import { Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentTenantId, KeyInHeader } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import type { ReceivedFilter } from '../../../inbound/emails/received-search.sql.js';
import type { ReceivedEmail } from '../../../inbound/emails/received-email.entity.js';
import { ReceivedEmailsService } from '../../../inbound/emails/received-emails.service.js';
import { madeIn } from '../../../made-in.js';
import { listWindow } from '../list-window.js';
import { TOKEN } from '../postmark-token.js';
import { TheirQuery } from '../their-query.js';
import { fromReceived, fromWhole } from './from-received.js';

/** States of received e-mails; one is read a moment after it came. */
const STATUSES = { processed: true, queued: false };

/** E-mails that came, as clients of Postmark read them. */
@ApiExcludeController()
@Controller('messages/inbound')
export class PostmarkInboundController {
  constructor(private readonly emails: ReceivedEmailsService) {}

  @Get()
  @KeyInHeader('emails:read', TOKEN)
  async list(@Query() given: object): Promise<object> {
    const query = new TheirQuery({ ...given });
    const [window, filter, tenantId] = [query.window(), filterOf(query), currentTenantId()];
    const found = await listWindow(window, (page) => this.emails.search(tenantId, filter, page));
    const { atLeast } = await this.emails.count(tenantId, filter);
    const emails = await this.emails.withFiles(tenantId, found);
    return { TotalCount: atLeast, InboundMessages: emails.map(fromReceived) };
  }

  @Get(':id/details')
  @KeyInHeader('emails:read', TOKEN)
  async details(@Param('id') id: string): Promise<object> {
    return fromWhole(await this.emails.whole(await this.get(id)));
  }

  @Put(':id/bypass')
  @KeyInHeader('emails:read', TOKEN)
  async bypass(@Param('id') id: string): Promise<never> {
    await this.get(id);
    throw new Problem('Conflict', { message: 'No rule blocks e-mails that come: there is nothing to bypass' });
  }

  @Put(':id/retry')
  @KeyInHeader('emails:read', TOKEN)
  async retry(@Param('id') id: string): Promise<never> {
    await this.get(id);
    const message =
      'Webhooks are tried again by themselves; POST /v1/webhooks/{id}/replay sends the events of a time again';
    throw new Problem('Conflict', { message });
  }

  private async get(id: string): Promise<ReceivedEmail> {
    const email = await this.emails.find(currentTenantId(), id);
    if (!email) throw new Problem('NotFound');
    return email;
  }
}

/** @throws Problem InvalidParameter */
function filterOf(query: TheirQuery): ReceivedFilter {
  query.refuse(['tag'], 'is for e-mails that were sent: those that come have none');
  return {
    recipient: query.text('recipient'),
    mailboxHash: query.text('mailboxhash'),
    sender: query.text('fromemail'),
    subject: query.text('subject'),
    isRead: query.oneOf('status', STATUSES),
    receivedIn: madeIn(query.period()),
  };
}
