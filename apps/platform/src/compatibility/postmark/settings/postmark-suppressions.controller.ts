import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentTenantId, KeyInHeader } from '#libs/core/auth';
import { bodyOf, invalidField, Problem } from '#libs/core/http';
import { parseMailbox } from '#libs/mail/email';
import { madeIn } from '../../../made-in.js';
import { AddSuppressionRequest } from '../../../suppressions/dto/suppression.requests.js';
import type { Suppression } from '../../../suppressions/suppression.entity.js';
import type { SuppressionFilter } from '../../../suppressions/suppression.sql.js';
import { SuppressionsService } from '../../../suppressions/suppressions.service.js';
import { TheirFields } from '../../frame/their-fields.js';
import { listWindow } from '../list-window.js';
import { TOKEN } from '../postmark-token.js';
import { TheirQuery } from '../their-query.js';
import { TheirStreams } from '../their-streams.js';
import { fromSuppression, ORIGINS, REASONS, topicsOfStream } from './from-suppression.js';

/** Rows of a dump that names no count, and of all its parts together. */
const DUMP_MAX = 10_000;

/** Addresses of one call. */
const ADDRESSES_MAX = 50;

type Outcome = { EmailAddress: string; Status: string; Message: string | null };

/** Addresses that get nothing of a stream, as clients of Postmark list and change them. */
@ApiExcludeController()
@Controller('message-streams/:stream/suppressions')
export class PostmarkSuppressionsController {
  constructor(
    private readonly suppressions: SuppressionsService,
    private readonly streams: TheirStreams,
  ) {}

  @Get('dump')
  @KeyInHeader('suppressions:read', TOKEN)
  async dump(@Param('stream') stream: string, @Query() given: object): Promise<object> {
    const query = new TheirQuery({ ...given });
    const window = query.window(DUMP_MAX, DUMP_MAX);
    const topics = topicsOfStream(await this.streams.topicNamed(stream));
    const filter = { ...filterOf(query), ofEmail: true, topics } as const;
    const found = await listWindow(window, (page) => this.suppressions.listPage(currentTenantId(), filter, page));
    return { Suppressions: found.map(fromSuppression) };
  }

  @Post()
  @HttpCode(200)
  @KeyInHeader('suppressions:write', TOKEN)
  async add(@Param('stream') stream: string, @Body() body: unknown): Promise<object> {
    const topic = await this.streams.topicNamed(stream);
    return this.forEach(body, 'Suppressed', async (Address) => {
      const request = bodyOf({ Address, ...(topic && { TopicId: topic.id }) }, AddSuppressionRequest);
      await this.suppressions.create(currentTenantId(), { ...request, Reason: 'manual' });
    });
  }

  /** An address that is not suppressed counts as deleted. */
  @Post('delete')
  @HttpCode(200)
  @KeyInHeader('suppressions:write', TOKEN)
  async remove(@Param('stream') stream: string, @Body() body: unknown): Promise<object> {
    const topics = topicsOfStream(await this.streams.topicNamed(stream));
    return this.forEach(body, 'Deleted', async (address) => {
      const all = await this.suppressions.listOfAddress(currentTenantId(), address);
      for (const entry of all) if (topics.includes(entry.topic)) await this.delete(entry);
    });
  }

  /** Another call may delete the entry first. */
  private async delete(entry: Suppression): Promise<void> {
    try {
      await this.suppressions.delete(entry);
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'NotFound')) throw error;
    }
  }

  /** Does something with each address of a body; each is judged by itself. @throws Problem ValidationError */
  private async forEach(body: unknown, done: string, work: (address: string) => Promise<void>): Promise<object> {
    const entries = TheirFields.of(body).list('Suppressions');
    if (entries.length > ADDRESSES_MAX)
      throw invalidField('ValidationError', 'Suppressions', `must have at most ${ADDRESSES_MAX} addresses`);
    const addresses = entries.map((entry) => entry.requiredText('EmailAddress'));
    const Suppressions: Outcome[] = [];
    for (const EmailAddress of addresses) Suppressions.push(await outcomeOf(EmailAddress, done, work));
    return { Suppressions };
  }
}

async function outcomeOf(
  EmailAddress: string,
  done: string,
  work: (address: string) => Promise<void>,
): Promise<Outcome> {
  const address = parseMailbox(EmailAddress)?.address;
  if (address === undefined) return { EmailAddress, Status: 'Failed', Message: 'This is no e-mail address.' };
  try {
    await work(address);
    return { EmailAddress, Status: done, Message: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { EmailAddress, Status: 'Failed', Message: error.message };
  }
}

/** Makes our filter of a query of a dump. @throws Problem InvalidParameter */
function filterOf(query: TheirQuery): SuppressionFilter {
  return {
    address: query.text('emailaddress'),
    reasons: query.oneOf('suppressionreason', REASONS),
    sources: query.oneOf('origin', ORIGINS),
    addedIn: madeIn(query.period()),
  };
}
