import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { LimitAddress } from '#libs/core/limits';
import { MailConfig } from '../config.js';
import { MtaStsPolicy } from '../domains/records/mta-sts-policy.js';
import { ClientDomain } from './client-domain.js';

/** A large sender asks from few addresses for many domains. */
const CALLS_PER_MINUTE = 600;

@ApiTags('Mail servers')
@Public()
@Controller('.well-known')
export class MtaStsController {
  private readonly policy: MtaStsPolicy;

  constructor(
    private readonly domains: ClientDomain,
    { mtaStsMode, mailHost }: MailConfig,
  ) {
    this.policy = new MtaStsPolicy(mtaStsMode, mailHost);
  }

  @Get('mta-sts.txt')
  @LimitAddress('mta-sts', CALLS_PER_MINUTE)
  @Operation({
    summary: 'What servers that send to the domain of the host mta-sts.<domain> are told about TLS',
    description: 'The policy of MTA-STS (RFC 8461), for verified domains.',
    success: { status: 200, contentType: 'text/plain' },
    errors: [404, 429, 503],
    anyQuery: true,
  })
  async get(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.domains.ofHost(request.headers.host, 'mta-sts');
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.end(this.policy.text);
  }
}
