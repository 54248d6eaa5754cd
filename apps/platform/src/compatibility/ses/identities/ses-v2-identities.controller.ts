import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SignedByKey } from '#libs/core/auth';
import { TheirFields } from '../../frame/their-fields.js';
import { wholeNumberOf } from '../number-field.js';
import { fromIdentity, fromListedIdentity } from './from-identity.js';
import { SesIdentities } from './ses-identities.js';

/** Domains as identities, as clients of the second version of Amazon SES ask for them. */
@ApiExcludeController()
@Controller('v2/email')
export class SesV2IdentitiesController {
  constructor(private readonly identities: SesIdentities) {}

  @Get('identities')
  @SignedByKey('domains:read', 'ses')
  async list(@Query() query: object): Promise<object> {
    return this.listOf(TheirFields.of(query));
  }

  /** Newer clients ask in this way. */
  @Post('list-identities')
  @HttpCode(200)
  @SignedByKey('domains:read', 'ses')
  async listByBody(@Body() body: unknown): Promise<object> {
    return this.listOf(TheirFields.of(body ?? {}));
  }

  @Post('identities')
  @HttpCode(200)
  @SignedByKey('domains:write', 'ses')
  async add(@Body() body: unknown): Promise<object> {
    return fromIdentity(await this.identities.add(TheirFields.of(body).requiredText('EmailIdentity')));
  }

  @Get('identities/:name')
  @SignedByKey('domains:read', 'ses')
  async get(@Param('name') name: string): Promise<object> {
    return fromIdentity(await this.identities.get(name));
  }

  @Delete('identities/:name')
  @HttpCode(200)
  @SignedByKey('domains:write', 'ses')
  async remove(@Param('name') name: string): Promise<object> {
    await this.identities.remove(name);
    return {};
  }

  private async listOf(asked: TheirFields): Promise<object> {
    const limit = wholeNumberOf(asked, 'PageSize', { min: 1, max: 1_000, fallback: 1_000 });
    const { items, NextToken } = await this.identities.list({ limit, token: asked.text('NextToken') });
    return { EmailIdentities: items.map(fromListedIdentity), NextToken };
  }
}
