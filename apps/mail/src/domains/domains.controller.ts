import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, KeyOrSession } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { DomainSettingsService } from './domain-settings.service.js';
import { DomainVerification } from './verification/domain-verification.service.js';
import { AutocreateRequest, CatchAllRequest, EmptyDomainRequest } from './domain.requests.js';
import { DomainDetailObject, DomainDnsResponse, DomainObject } from './domain.responses.js';
import { DomainsService } from './domains.service.js';
import { KnownDomain } from './known-domain.js';
import type { KeyedMailDomain } from './mail-domain.js';

@ApiTags('Domains')
@Controller('domains/:id')
export class DomainsController {
  constructor(
    private readonly domains: DomainsService,
    private readonly verification: DomainVerification,
    private readonly settings: DomainSettingsService,
  ) {}

  @Get()
  @KeyOrSession('mail:admin')
  @Operation({
    summary: 'Read a domain with its keys and records',
    description: 'The records have what the last check found of them.',
    success: { status: 200, type: DomainDetailObject },
  })
  get(@KnownDomain() domain: KeyedMailDomain): DomainDetailObject {
    return DomainDetailObject.ofDetail(this.domains.describe(domain));
  }

  @Get('dns')
  @KeyOrSession('mail:admin')
  @Operation({
    summary: 'Compare the records of a domain with what DNS has now',
    description: 'Changes nothing; a record about which DNS does not answer is unchecked.',
    success: { status: 200, type: DomainDnsResponse },
  })
  async dns(@KnownDomain() domain: KeyedMailDomain): Promise<DomainDnsResponse> {
    return DomainDnsResponse.of(await this.domains.lookUp(domain));
  }

  @Post('verify')
  @KeyOrSession('mail:admin', { role: 'admin' })
  @KnownDomain()
  @Operation({
    summary: "Look a domain's records up and verify it",
    description:
      'It is verified when the ownership record and one DKIM record are found. Keys whose records are found sign from ' +
      'then on. 409: another account has it verified; 503: its name servers did not answer; nothing has changed then.',
    success: { status: 200, type: DomainDetailObject },
    errors: [409],
  })
  async verify(@Param('id') id: string, @Body() _body: EmptyDomainRequest): Promise<DomainDetailObject> {
    return DomainDetailObject.ofDetail(await this.verification.verify(currentTenantId(), id));
  }

  @Post('dkim/rotate')
  @KeyOrSession('mail:admin', { role: 'admin' })
  @Operation({
    summary: 'Give a domain new DKIM keys',
    description:
      'The present keys sign until a check finds the records of the new ones, and their own records stay listed for ' +
      'seven days after that. 409: keys made before still wait for their records.',
    success: { status: 200, type: DomainDetailObject },
    errors: [409],
  })
  async rotateKeys(
    @KnownDomain() domain: KeyedMailDomain,
    @Body() _body: EmptyDomainRequest,
  ): Promise<DomainDetailObject> {
    return DomainDetailObject.ofDetail(await this.domains.rotateKeys(currentTenantId(), domain));
  }

  @Put('catchall')
  @KeyOrSession('mail:admin', { role: 'admin' })
  @KnownDomain()
  @Operation({
    summary: 'Choose the mailbox that takes mail to addresses without a mailbox',
    description: 'Null rejects such mail. Where mail makes mailboxes, that comes first.',
    success: { status: 200, type: DomainObject },
  })
  async setCatchAll(@Param('id') id: string, @Body() { mailbox_id }: CatchAllRequest): Promise<DomainObject> {
    return DomainObject.of(await this.settings.setCatchAll(currentTenantId(), id, mailbox_id));
  }

  @Put('autocreate')
  @KeyOrSession('mail:admin', { role: 'admin' })
  @KnownDomain()
  @Operation({
    summary: 'Choose whether mail to an address without a mailbox makes one',
    description: 'Mailboxes made so count among those of the domain; at their limit such mail is rejected.',
    success: { status: 200, type: DomainObject },
  })
  async setAutocreate(@Param('id') id: string, @Body() { enabled }: AutocreateRequest): Promise<DomainObject> {
    return DomainObject.of(await this.settings.setAutocreate(currentTenantId(), id, enabled));
  }

  @Delete()
  @KeyOrSession('mail:admin', { role: 'admin' })
  @KnownDomain()
  @Operation({
    summary: 'Remove a domain with its keys',
    description: 'Nothing is received or signed for it any more. 409 while mailboxes live on it.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.domains.delete(currentTenantId(), id);
  }
}
