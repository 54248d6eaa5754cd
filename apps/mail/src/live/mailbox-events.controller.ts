import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { currentPrincipal, KeyOrSession, OngoingAccess, type Principal } from '#libs/core/auth';
import { EventStream, Operation } from '#libs/core/http';
import { entryAfter, LiveConnection } from '#libs/core/live';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { MailboxAccess } from '../mailboxes/mailbox-access.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { LiveMailboxes } from './live-mailboxes.js';

@ApiTags('Messages')
@KeyOrSession('email:read')
@Controller('mailboxes/:id/events')
export class MailboxEventsController {
  constructor(
    private readonly live: LiveMailboxes,
    private readonly access: MailboxAccess,
    private readonly ongoing: OngoingAccess,
  ) {}

  @Get()
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event that was received, as a browser sends it. What followed it comes first.',
  })
  @Operation({
    summary: 'Listen to the changes of a mailbox',
    description:
      'Server-sent events: `ready` at first, then `message.created`, `message.updated`, `message.deleted`, `counts`, ' +
      '`folders.changed`, `labels.changed`, and `mailbox.changed` where everything is to be read again. They have ids and ' +
      'counts only. The stream ends when the access does. 429 for too many streams of one user, key or mailbox.',
    success: { status: 200, contentType: 'text/event-stream' },
    errors: [429],
  })
  listen(
    @KnownMailbox('reader') mailbox: Mailbox,
    @Headers('last-event-id') lastId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const release = this.live.reserve(idOf(currentPrincipal()!), mailbox.id);
    const reauthorize = this.ongoing.ofRequest(request, MailboxEventsController, 'listen');
    const stream = new EventStream(response);
    stream.onClose(release);
    if (stream.isClosed) return;
    const judge = () => reauthorize(() => this.access.authorize(mailbox.id, 'reader'));
    this.live.connect(mailbox, new LiveConnection(stream, judge, entryAfter(lastId)));
  }
}

/** Returns the id of a user, the same for all their sessions, or of a key. */
function idOf(principal: Principal): string {
  if (principal.kind === 'session') return principal.userId;
  return principal.kind === 'key' ? principal.keyId : principal.kind;
}
