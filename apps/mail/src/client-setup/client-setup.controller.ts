import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '#libs/core/auth';
import { Operation, readText } from '#libs/core/http';
import { LimitAddress } from '#libs/core/limits';
import { appleProfile } from './apple-profile.js';
import { autoconfigXml } from './autoconfig-xml.js';
import { autodiscoverXml, requestedAddress } from './autodiscover-xml.js';
import { ClientDomain } from './client-domain.js';
import { ClientSettings } from './client-settings.js';

/** Calls from one address, of all routes for mail programs together. */
const CALLS_PER_MINUTE = 60;

const XML = 'application/xml';
const PROFILE = 'application/x-apple-aspen-config';

const EmailAddress = () =>
  ApiQuery({ name: 'emailaddress', type: String, required: false, example: 'ana@example.com' });

/**
 * Answers mail programs that set themselves up. Every answer is about the domain, never about whether a mailbox exists; an
 * unknown and an unverified domain get the same 404.
 */
@ApiTags('Mail programs')
@Public()
@LimitAddress('client-setup', CALLS_PER_MINUTE)
@Controller()
export class ClientSetupController {
  constructor(
    private readonly domains: ClientDomain,
    private readonly settings: ClientSettings,
  ) {}

  @Get(['autoconfig/mail/config-v1.1.xml', '.well-known/autoconfig/mail/config-v1.1.xml'])
  @EmailAddress()
  @Operation({
    summary: 'The settings for an address, in the format of Thunderbird',
    description: 'Of a verified domain. It offers submission by SMTP and the webmail; there is no IMAP.',
    success: { status: 200, contentType: XML },
    errors: [404, 429, 503],
    anyQuery: true,
  })
  async autoconfig(@Query('emailaddress') address: unknown, @Res() response: Response): Promise<void> {
    const { domain } = await this.domains.ofAddress(address);
    send(response, XML, autoconfigXml(domain.name, this.settings));
  }

  @Get('mail/config-v1.1.xml')
  @Operation({
    summary: 'The settings for the domain of the host autoconfig.<domain>',
    description: 'In the format of Thunderbird.',
    success: { status: 200, contentType: XML },
    errors: [404, 429, 503],
    anyQuery: true,
  })
  async autoconfigOfHost(@Req() request: Request, @Res() response: Response): Promise<void> {
    const domain = await this.domains.ofHost(request.headers.host, 'autoconfig');
    send(response, XML, autoconfigXml(domain.name, this.settings));
  }

  @Post([
    'autodiscover/autodiscover.xml',
    'Autodiscover/Autodiscover.xml',
    'AutoDiscover/AutoDiscover.xml',
    'autodiscover/Autodiscover.xml',
    'Autodiscover/autodiscover.xml',
  ])
  @Operation({
    summary: 'The settings for an address, in the format of Outlook',
    description: 'The body is a request of Autodiscover, in XML. The path is known in the cases that programs use.',
    success: { status: 200, contentType: XML },
    errors: [404, 413, 429, 503],
    anyQuery: true,
  })
  async autodiscover(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { address } = await this.domains.ofAddress(requestedAddress(await readText(request)));
    send(response, XML, autodiscoverXml(address, this.settings));
  }

  @Get('autoconfig/apple.mobileconfig')
  @EmailAddress()
  @Operation({
    summary: 'A profile for iPhone, iPad and Mac that puts the webmail on the home screen',
    description: 'A mail account in a profile needs IMAP or POP, which there is not.',
    success: { status: 200, contentType: PROFILE },
    errors: [404, 429, 503],
    anyQuery: true,
  })
  async profile(@Query('emailaddress') address: unknown, @Res() response: Response): Promise<void> {
    const { domain } = await this.domains.ofAddress(address);
    response.setHeader('Content-Disposition', 'attachment; filename="mail.mobileconfig"');
    send(response, PROFILE, appleProfile(domain.name, this.settings));
  }
}

function send(response: Response, type: string, text: string): void {
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Cache-Control', 'no-store');
  response.end(text);
}
