import { Context, Query, Resolver } from '@nestjs/graphql';
import type { Request } from 'express';
import { currentTenant, Session } from '#libs/core/auth';
import { SiteConfigResponse } from '../dto/site.responses.js';
import { SiteConfigs } from '../site-config.service.js';

@Resolver(() => SiteConfigResponse)
export class SiteConfigResolver {
  constructor(private readonly configs: SiteConfigs) {}

  @Query(() => SiteConfigResponse, {
    nullable: true,
    description:
      'What a web site needs for push messages to its visitors. Makes the key pair of the account when it is first asked.',
  })
  // The first call creates the keys, which a read-only support session may not.
  @Session({ support: 'none' })
  pushSiteConfig(@Context('req') request: Request): Promise<SiteConfigResponse> {
    return this.configs.get(currentTenant(), request);
  }
}
