import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import { Public } from '#libs/auth';
import { hostOf, Operation, Problem } from '#libs/http';
import { SiteHosts } from '../sites/site-hosts.js';

/** What proxies add to the requests that they pass on, and what the edge's own question does not have. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * The question of the edge before it gets a certificate for a host: 200 for a verified one. The answer comes from memory, so
 * it needs no Postgres. Visitors come through the edge or from outside, and find nothing here.
 */
@ApiExcludeController()
@Controller('internal')
export class TlsAskController {
  constructor(private readonly hosts: SiteHosts) {}

  @Get('tls-ask')
  @Public()
  @Operation({ summary: 'Whether a host may have a certificate', success: { status: 200 }, anyQuery: true })
  ask(@Query('domain') domain: unknown, @Req() request: Request, @Res() response: Response): void {
    const isHost = typeof domain === 'string' && hostOf(domain) === domain.toLowerCase();
    if (!isFromEdge(request) || !isHost || !this.isVerified(domain)) throw new Problem('NotFound');
    response.status(200).end();
  }

  private isVerified(domain: string): boolean {
    const site = this.hosts.find(domain);
    return site !== undefined && site.tenantId !== null;
  }
}

/** Whether nobody passed the request on, and it comes from this machine or a private network. */
function isFromEdge({ headers, socket }: Request): boolean {
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false;
  const { remoteAddress = '' } = socket;
  if (!ipaddr.isValid(remoteAddress)) return false;
  const range = ipaddr.process(remoteAddress).range();
  return range === 'loopback' || range === 'private' || range === 'uniqueLocal' || range === 'linkLocal';
}
