import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { SecretBox } from '#libs/core/secrets';
import { RuntimeConfig } from '../config.js';
import { SiteHosts } from '../sites/site-hosts.js';
import { PixelToken } from '#libs/sites/traffic';
import type { ReplayPlace } from './replays.js';

@Injectable()
export class ReplayPlaces {
  private readonly tokens: PixelToken;
  private readonly shared: string;

  constructor(
    private readonly hosts: SiteHosts,
    secrets: SecretBox,
    { runtimeUrl }: RuntimeConfig,
  ) {
    this.tokens = new PixelToken(secrets);
    this.shared = new URL(runtimeUrl).origin;
  }

  /** @throws Problem ValidationError for a token that is none, PermissionDenied for a forged one or another origin */
  find(token: string, origin: string | undefined): ReplayPlace {
    const place = this.tokens.read(token);
    if (place === 'malformed') throw new Problem('ValidationError', { message: 'A credencial não é válida.' });
    if (place === 'forged' || !origin || !this.isOf(place, origin)) throw new Problem('PermissionDenied');
    return place;
  }

  private isOf({ tenantId }: ReplayPlace, origin: string): boolean {
    if (origin === this.shared) return true;
    return this.hosts.listByTenant(tenantId).some(({ host }) => origin === `https://${host}`);
  }
}
