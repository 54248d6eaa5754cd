import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Internal } from '#libs/core/auth';
import { hostOf, Operation, Problem } from '#libs/core/http';
import { ClientDomain } from './client-domain.js';

/** Hosts in front of the name of a domain; the Caddyfile has the same. */
const PREFIXES = ['mta-sts', 'autoconfig', 'autodiscover'];

/**
 * The question of the edge, which has the secret of the apps, before it gets a certificate for a host of mail programs or mail
 * servers: 200 for those of verified domains.
 */
@ApiExcludeController()
@Internal()
@Controller('internal')
export class TlsAskController {
  constructor(private readonly domains: ClientDomain) {}

  @Get('tls-ask')
  @Operation({ summary: 'Whether a host may have a certificate', success: { status: 200 }, anyQuery: true })
  async ask(@Query('domain') domain: unknown, @Res() response: Response): Promise<void> {
    const isHost = typeof domain === 'string' && hostOf(domain) === domain.toLowerCase();
    const prefix = isHost && PREFIXES.find((one) => domain.toLowerCase().startsWith(`${one}.`));
    if (!prefix) throw new Problem('NotFound');
    await this.domains.ofHost(domain, prefix);
    response.status(200).end();
  }
}
