import { Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentKey, currentTenantId, KeyInHeader, requireScope } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { idAt, isId, timeOfId } from '#libs/core/persistence';
import { POSTMARK_TAG } from '../../../emails/raw/raw-headers.js';
import type { MessageQuery } from '../../../messages/dto/list-messages.query.js';
import type { MessageWithEvents } from '../../../messages/message.js';
import { MessagesService } from '../../../messages/messages.service.js';
import { EVERYTHING } from '../../../suppressions/suppression.js';
import { SuppressionsService } from '../../../suppressions/suppressions.service.js';
import { BOUNCE_KINDS } from '../../../webhook-formats/postmark/postmark-bounces.js';
import { CALL_MS } from '../../emails/their-emails.sql.js';
import { listWindow } from '../list-window.js';
import { TOKEN } from '../postmark-token.js';
import { type Period, TheirQuery } from '../their-query.js';
import { TheirStreams } from '../their-streams.js';
import { fromBounced } from './from-bounce.js';

/** States of messages that are bounces there; the list has those of the first two. */
const BOUNCED: ReadonlySet<string> = new Set(['bounced', 'complained', 'failed']);

/** Bounces and complaints, as clients of Postmark read them. */
@ApiExcludeController()
@Controller()
export class PostmarkBouncesController {
  constructor(
    private readonly messages: MessagesService,
    private readonly suppressions: SuppressionsService,
    private readonly streams: TheirStreams,
  ) {}

  @Get('bounces')
  @KeyInHeader('emails:read', TOKEN)
  async bounces(@Query() given: object): Promise<object> {
    const query = new TheirQuery({ ...given });
    query.refuse(['inactive'], 'cannot be asked: a bounce says whether its address is');
    const window = query.window();
    const topic = await this.streams.topicAsked(query.text('messagestream'));
    const asked = filterOf(query, topic);
    if (!asked) return { TotalCount: 0, Bounces: [] };
    const filter = { ...asked, channel: 'email' } as const;
    const found = await listWindow(window, (page) =>
      this.messages.listPageWithEvents(currentKey(), { ...filter, ...page }),
    );
    const { atLeast } = await this.messages.count(currentKey(), filter);
    return { TotalCount: atLeast, Bounces: found.map(fromBounced) };
  }

  @Get('bounces/:id')
  @KeyInHeader('emails:read', TOKEN)
  async bounce(@Param('id') id: string): Promise<object> {
    return fromBounced(await this.find(id));
  }

  /** Sends to an address again. What other than a bounce holds back stays. */
  @Put('bounces/:id/activate')
  @KeyInHeader('suppressions:write', TOKEN)
  async activate(@Param('id') id: string): Promise<object> {
    requireScope('emails:read');
    const message = await this.find(id);
    const entries = await this.suppressions.listOfAddress(currentTenantId(), message.recipient);
    for (const entry of entries) if (entry.reason === 'bounce') await this.suppressions.delete(entry);
    return { Message: 'OK', Bounce: fromBounced(message) };
  }

  /** Counts the bounces and complaints that the list of bounces has, and the addresses that get nothing. */
  @Get(['deliverystats', 'deliveryStats'])
  @KeyInHeader('emails:read', TOKEN)
  async deliveryStats(): Promise<object> {
    requireScope('suppressions:read');
    const inactive = await this.suppressions.count(currentTenantId(), { ofEmail: true, topics: [EVERYTHING] });
    const countOf = async (status: string) =>
      (await this.messages.count(currentKey(), { channel: 'email', status })).atLeast;
    const [bounced, complained] = [await countOf('bounced'), await countOf('complained')];
    const { Name, Type } = BOUNCE_KINDS.complaint;
    return {
      InactiveMails: inactive.atLeast,
      Bounces: [
        { Name: 'All', Count: bounced + complained },
        { Name, Type, Count: complained },
      ],
    };
  }

  /** @throws Problem NotFound */
  private async find(id: string): Promise<MessageWithEvents> {
    const position = Number(id);
    if (!Number.isSafeInteger(position) || position < 0) throw new Problem('NotFound');
    const { message, events } = await this.messages.get(currentKey(), idAt('msg', position), 'email');
    if (!BOUNCED.has(message.status)) throw new Problem('NotFound');
    return { ...message, events };
  }
}

/** The messages that a query of bounces asks for: those that bounced, or complaints. Undefined if there can be none. */
function filterOf(query: TheirQuery, topic: string | null | undefined): MessageQuery | undefined {
  const tag = query.text('tag');
  const call = query.text('messageid');
  const period = call === undefined ? query.period() : periodOfCall(call, query.period());
  return (
    period && {
      ...period,
      status: query.text('type') === 'SpamComplaint' ? 'complained' : 'bounced',
      recipient: query.text('emailfilter'),
      tag: tag === undefined ? undefined : `${POSTMARK_TAG}:${tag}`,
      further: { topic, call },
    }
  );
}

/** The part of a period in which the messages of a call were accepted: its id tells, so that the others are not looked at. */
function periodOfCall(call: string, { from = '', to }: Period): Period | undefined {
  if (!isId('msg', call)) return undefined;
  const accepted = timeOfId(call).getTime();
  const [first, end] = [new Date(accepted).toISOString(), new Date(accepted + CALL_MS).toISOString()];
  const part = { from: from > first ? from : first, to: to !== undefined && to < end ? to : end };
  return part.from < part.to ? part : undefined;
}
