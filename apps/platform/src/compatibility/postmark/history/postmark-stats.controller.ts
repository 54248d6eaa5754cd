import { Controller, Get, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentTenantId, KeyInHeader } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { POSTMARK_TAG } from '../../../emails/raw/raw-headers.js';
import type { Group } from '../../../event-counts/group.js';
import type { Period } from '../../../reports/report.js';
import { periodOf, ReportsService } from '../../../reports/reports.service.js';
import { TOKEN } from '../postmark-token.js';
import { TheirQuery } from '../their-query.js';
import { type Counted, fromSeries, fromTotals } from './from-report.js';

const DAY_MS = 86_400_000;

/** Days of a report that names none, today with them. */
const DEFAULT_DAYS = 30;

/** Counts of e-mails that were sent, as clients of Postmark read them. */
@ApiExcludeController()
@Controller('stats/outbound')
export class PostmarkStatsController {
  constructor(private readonly reports: ReportsService) {}

  @Get()
  @KeyInHeader('reports:read', TOKEN)
  async overview(@Query() query: object): Promise<object> {
    const { period, group } = askedOf(query);
    const { byChannel } = await this.reports.overview(currentTenantId(), period, group);
    return fromTotals(byChannel.email);
  }

  @Get('sends')
  @KeyInHeader('reports:read', TOKEN)
  sends(@Query() query: object): Promise<object> {
    return this.byDay(query, ({ sent }) => ({ Sent: sent }));
  }

  /** Counts bounces together: the kind of each is not counted. */
  @Get('bounces')
  @KeyInHeader('reports:read', TOKEN)
  bounces(@Query() query: object): Promise<object> {
    return this.byDay(query, ({ bounced }) => ({ Bounced: bounced }));
  }

  @Get('spam')
  @KeyInHeader('reports:read', TOKEN)
  spam(@Query() query: object): Promise<object> {
    return this.byDay(query, ({ complained }) => ({ SpamComplaint: complained }));
  }

  @Get('opens')
  @KeyInHeader('reports:read', TOKEN)
  opens(@Query() query: object): Promise<object> {
    return this.byDay(query, ({ opened, unique_opened }) => ({ Opens: opened, Unique: unique_opened }));
  }

  /** Counts all opens as unknown: of no reader the program is known, nor where it ran. */
  @Get(['opens/platforms', 'opens/emailclients', 'opens/emailClients'])
  @KeyInHeader('reports:read', TOKEN)
  openers(@Query() query: object): Promise<object> {
    return this.byDay(query, ({ opened }) => ({ Unknown: opened }));
  }

  @Get('clicks')
  @KeyInHeader('reports:read', TOKEN)
  clicks(@Query() query: object): Promise<object> {
    return this.byDay(query, ({ clicked, unique_clicked }) => ({ Clicks: clicked, Unique: unique_clicked }));
  }

  /** Counts all clicks as unknown: of no reader the program is known, nor where it ran. */
  @Get(['clicks/platforms', 'clicks/browserfamilies', 'clicks/browserFamilies'])
  @KeyInHeader('reports:read', TOKEN)
  clickers(@Query() query: object): Promise<object> {
    return this.byDay(query, ({ clicked }) => ({ Unknown: clicked }));
  }

  /** Counts all clicks as those in HTML: links of texts are not tracked. */
  @Get('clicks/location')
  @KeyInHeader('reports:read', TOKEN)
  places(@Query() query: object): Promise<object> {
    return this.byDay(query, ({ clicked }) => ({ HTML: clicked }));
  }

  @Get('tracked')
  @KeyInHeader('reports:read', TOKEN)
  tracked(): never {
    throw notCounted('Which e-mails have tracking');
  }

  @Get(['opens/readtimes', 'opens/readTimes'])
  @KeyInHeader('reports:read', TOKEN)
  readTimes(): never {
    throw notCounted('How long readers look at an e-mail');
  }

  private async byDay(query: object, counted: Counted): Promise<object> {
    const { period, group } = askedOf(query);
    const points = await this.reports.series(currentTenantId(), period, 'day', { channel: 'email', group });
    return fromSeries(points, counted);
  }
}

const notCounted = (what: string): Problem => new Problem('NotFound', { message: `${what} is not counted` });

/** @throws Problem InvalidParameter */
function askedOf(given: object): { period: Period; group: Group | undefined } {
  const query = new TheirQuery({ ...given });
  query.refuse(['messagestream'], 'cannot be asked: e-mails are counted together, or by Tag');
  const { from, to } = query.period();
  const tag = query.text('tag');
  const end = to === undefined ? Date.now() : Date.parse(to);
  return {
    period: periodOf(from ?? startOfDays(end).toISOString(), to, new Date()),
    group: tag === undefined ? undefined : { dimension: 'tag', value: `${POSTMARK_TAG}:${tag}` },
  };
}

/** The beginning of the first of the days before an end. */
const startOfDays = (end: number): Date => new Date((Math.ceil(end / DAY_MS) - DEFAULT_DAYS) * DAY_MS);
