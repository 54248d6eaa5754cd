import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Internal } from '#libs/core/auth';
import { hostOf, Operation, Problem } from '#libs/core/http';
import { SiteHosts } from '../sites/site-hosts.js';

/**
 * The question of the edge, which has the secret of the apps, before it gets a certificate for a host: 200 for a verified one.
 * The answer comes from memory, so it needs no Postgres.
 */
@ApiExcludeController()
@Internal()
@Controller('internal')
export class TlsAskController {
  constructor(private readonly hosts: SiteHosts) {}

  @Get('tls-ask')
  @Operation({ summary: 'Whether a host may have a certificate', success: { status: 200 }, anyQuery: true })
  ask(@Query('domain') domain: unknown, @Res() response: Response): void {
    const isHost = typeof domain === 'string' && hostOf(domain) === domain.toLowerCase();
    if (!isHost || !this.isVerified(domain)) throw new Problem('NotFound');
    response.status(200).end();
  }

  private isVerified(domain: string): boolean {
    const site = this.hosts.find(domain);
    return site !== undefined && site.tenantId !== null;
  }
}
