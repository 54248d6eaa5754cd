import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { PlatformConfig } from '../config.js';
import { ProtectedResourceResponse } from './protected-resource.response.js';

const MAX_AGE_SECONDS = 3_600;

/** The document by which a program that knows the address of this API finds where its users sign in (RFC 9728). */
@ApiTags('Account')
@Public()
@Controller('.well-known')
export class ProtectedResourceController {
  private readonly resource: ProtectedResourceResponse;

  constructor({ publicUrl, host, port, issuer, identityUrl }: PlatformConfig) {
    this.resource = {
      resource: (publicUrl ?? `http://${host}:${port}`).replace(/\/+$/, ''),
      authorization_servers: [(issuer ?? identityUrl).replace(/\/+$/, '')],
      bearer_methods_supported: ['header'],
      scopes_supported: ['openid', 'service'],
      resource_name: 'Platform',
    };
  }

  @Get('oauth-protected-resource')
  @Header('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`)
  @Header('Access-Control-Allow-Origin', '*')
  @Operation({
    summary: 'Where users of this API sign in',
    description:
      'The metadata of an OAuth 2.0 protected resource (RFC 9728). authorization_servers has the issuer, whose discovery ' +
      'document is at {issuer}/.well-known/oauth-authorization-server.',
    success: { status: 200, type: ProtectedResourceResponse },
    anyQuery: true,
  })
  metadata(): ProtectedResourceResponse {
    return this.resource;
  }
}
