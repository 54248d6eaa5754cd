import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { CONFIRMATION_LINK_DAYS } from '#libs/messaging/confirmation';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { AskForwardingRequest, ForwardingObject, SetForwardingRequest } from './forwarding.dto.js';
import { MAX_DESTINATIONS } from './forwarding-values.js';
import { ForwardingService } from './forwarding.service.js';

@ApiTags('Rules')
@Session()
@Controller('mailboxes/:id/forwarding')
export class ForwardingController {
  constructor(private readonly forwarding: ForwardingService) {}

  @Get()
  @Operation({
    summary: 'Read where a mailbox forwards its mail to',
    description: 'For everybody with a grant of it, and for owners and admins of the tenant.',
    success: { status: 200, type: ForwardingObject },
  })
  async get(@KnownMailbox('visible') mailbox: Mailbox): Promise<ForwardingObject> {
    return ForwardingObject.of(await this.forwarding.get(mailbox));
  }

  @Put()
  @Operation({
    summary: 'Set where a mailbox forwards its mail to',
    description:
      `Up to ${MAX_DESTINATIONS} addresses. One outside the verified domains of the tenant gets a mail with a link, and is ` +
      'forwarded nothing until its owner has confirmed. For owners and managers of the mailbox; admins of the tenant switch ' +
      'it off, and need a role in the mailbox to switch it on. 400 if it is enabled without a destination, 429 if too many ' +
      'addresses were asked today.',
    success: { status: 200, type: ForwardingObject },
    errors: [429],
  })
  async set(@KnownMailbox('manager') mailbox: Mailbox, @Body() body: SetForwardingRequest): Promise<ForwardingObject> {
    const { enabled, destinations, keep_copy: keepsCopy } = body;
    return ForwardingObject.of(await this.forwarding.set(mailbox, { enabled, destinations, keepsCopy }));
  }

  @Post('confirmation')
  @Operation({
    summary: 'Ask an address for its consent once more',
    description:
      `By a new link, which works for ${CONFIRMATION_LINK_DAYS} days; the one before does not work any more. 404 if the mailbox ` +
      'does not forward to the address, 409 if it is confirmed, 429 if it was asked too often today.',
    success: { status: 200, type: ForwardingObject },
    errors: [409, 429],
  })
  async askAgain(
    @KnownMailbox('manager') mailbox: Mailbox,
    @Body() { address }: AskForwardingRequest,
  ): Promise<ForwardingObject> {
    return ForwardingObject.of(await this.forwarding.askAgain(mailbox, address));
  }
}
