import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Problem } from '#libs/core/http';
import { SecretBox } from '#libs/core/secrets';
import { type PixelPlace, PixelToken } from '#libs/sites/traffic';
import { type KnownPixel, Pixels } from './pixels.js';
import { SiteHosts } from './site-hosts.js';

/** A page has one token, which each of its visitors sends: it is verified once. */
const KNOWN_TOKENS = 10_000;

/** Page, or pixel of another site, for which a request of a visitor may speak. */
export interface AllowedPlace extends PixelPlace {
  /** Undefined for a page. */
  pixel: KnownPixel | undefined;
}

/** Knows from where a credential of a page or a pixel may be used. It asks no database. */
@Injectable()
export class PixelPlaces {
  private readonly tokens: PixelToken;
  private readonly known = new LRUCache<string, PixelPlace>({ max: KNOWN_TOKENS });

  constructor(
    private readonly hosts: SiteHosts,
    private readonly pixels: Pixels,
    secrets: SecretBox,
  ) {
    this.tokens = new PixelToken(secrets);
  }

  /** @throws Problem ValidationError for a token that is none, PermissionDenied for a forged one and another origin */
  find(token: string, origin: string | undefined): AllowedPlace {
    const place = this.placeOf(token);
    return { ...place, pixel: this.allow(place, origin) };
  }

  private placeOf(token: string): PixelPlace {
    const known = this.known.get(token);
    if (known) return known;
    const place = this.tokens.read(token);
    if (place === 'malformed')
      throw new Problem('ValidationError', { message: 'credencial deve ser a da página ou do pixel.' });
    if (place === 'forged') throw new Problem('PermissionDenied', { message: 'A credencial não é deste serviço.' });
    this.known.set(token, place);
    return place;
  }

  private allow({ tenantId, pageId }: PixelPlace, origin: string | undefined): KnownPixel | undefined {
    const host = hostIn(origin ?? '');
    const pixel = pageId.startsWith('pxl_') ? this.pixels.find(tenantId, pageId) : undefined;
    if (pixel && pixel.active && host !== undefined && isIn(host, pixel.domains)) return pixel;
    const site = pageId.startsWith('pag_') ? this.hosts.find(host) : undefined;
    if (site && (site.tenantId === null || site.tenantId === tenantId)) return undefined;
    throw new Problem('PermissionDenied', { message: 'Esta origem não pode enviar eventos com esta credencial.' });
  }
}

function hostIn(origin: string): string | undefined {
  return /^https?:\/\//.test(origin) && URL.canParse(origin) ? new URL(origin).host : undefined;
}

function isIn(host: string, domains: readonly string[]): boolean {
  const name = host.replace(/:\d+$/, '');
  return domains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}
