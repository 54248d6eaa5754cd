import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { currentTenantId, SignedByKey } from '#libs/core/auth';
import { bodyOf, Problem } from '#libs/core/http';
import { parseMailbox } from '#libs/mail/email';
import { AddSuppressionRequest } from '../../../suppressions/dto/suppression.requests.js';
import type { Suppression } from '../../../suppressions/suppression.entity.js';
import { WITHOUT_TOPIC } from '../../../suppressions/suppression.sql.js';
import { SuppressionsService } from '../../../suppressions/suppressions.service.js';
import { TheirFields } from '../../frame/their-fields.js';
import { NextTokens } from '../next-tokens.js';
import { wholeNumberOf } from '../number-field.js';
import { timeOf } from './time-field.js';
import {
  filteredReasons,
  fromListedSuppression,
  fromSuppression,
  isKnownReason,
  reasonOf,
} from './from-suppression.js';

/** Suppressed addresses, as clients of the second version of Amazon SES ask for them. */
@ApiExcludeController()
@Controller('v2/email/suppression/addresses')
export class SesV2SuppressionsController {
  constructor(
    private readonly suppressions: SuppressionsService,
    private readonly tokens: NextTokens,
  ) {}

  @Get()
  @SignedByKey('suppressions:read', 'ses')
  async list(@Query() query: object): Promise<object> {
    const fields = TheirFields.of(query);
    const limit = wholeNumberOf(fields, 'PageSize', { min: 1, max: 1_000, fallback: 1_000 });
    const reasons = filteredReasons(fields.texts('Reason'));
    const addedIn = { from: timeOf(fields, 'StartDate'), to: timeOf(fields, 'EndDate') };
    const filter = { reasons, addedIn };
    const page = await this.tokens.read('suppressions', filter, { limit, token: fields.text('NextToken') }, (request) =>
      this.suppressions.listMailPage(currentTenantId(), filter, request),
    );
    return { SuppressedDestinationSummaries: page.items.map(fromListedSuppression), NextToken: page.NextToken };
  }

  @Put()
  @HttpCode(200)
  @SignedByKey('suppressions:write', 'ses')
  async suppress(@Body() body: unknown): Promise<object> {
    const fields = TheirFields.of(body);
    const values = { Address: fields.requiredText('EmailAddress'), Reason: reasonOf(fields) };
    if (!parseMailbox(values.Address)) throw fields.invalid('EmailAddress', 'must be an e-mail address');
    await this.suppressions.create(currentTenantId(), bodyOf(values, AddSuppressionRequest));
    return {};
  }

  @Get(':address')
  @SignedByKey('suppressions:read', 'ses')
  async get(@Param('address') address: string): Promise<object> {
    return { SuppressedDestination: fromSuppression(await this.find(address)) };
  }

  @Delete(':address')
  @HttpCode(200)
  @SignedByKey('suppressions:write', 'ses')
  async delete(@Param('address') address: string): Promise<object> {
    await this.suppressions.delete(await this.find(address));
    return {};
  }

  private async find(address: string): Promise<Suppression> {
    const entry = parseMailbox(address) && (await this.suppressions.find(currentTenantId(), address));
    if (!entry || !isKnownReason(entry) || !WITHOUT_TOPIC.includes(entry.topic)) throw new Problem('NotFound');
    return entry;
  }
}
