import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Page } from '../pages/page.entity.js';
import { PagePlaces } from '../pages/page-places.js';
import type { Brand, PageContext } from '../rendering/page-context.js';
import { referencesOf } from './page-references.js';

/** The look of tenants that chose none. */
const PLAIN: Brand = {
  name: '',
  logoId: null,
  colors: { primary: '#1d4ed8', onPrimary: '#ffffff', text: '#111827', background: '#ffffff', surface: '#f3f4f6' },
  headingFont: 'inter',
  textFont: 'inter',
  radius: 8,
};

/** Gathers what the bytes of a page depend on beside its document. */
@Injectable()
export class PageContextLoader {
  constructor(private readonly places: PagePlaces) {}

  async load(tx: EntityManager, page: Page, document: object): Promise<PageContext> {
    const { url } = await this.places.placeOne(tx, page);
    referencesOf(document);
    return {
      pageId: page.id,
      slug: page.slug,
      title: page.title,
      seo: {
        title: page.seoTitle,
        description: page.seoDescription,
        pictureId: page.seoPictureId,
        canonicalUrl: page.canonicalUrl,
        indexable: page.indexable,
        language: page.language,
      },
      brand: PLAIN,
      address: url,
      forms: new Map(),
      pictures: new Map(),
    };
  }
}

/** Equal for contexts that give equal bytes. */
export function fingerprintOf({ forms, pictures, ...rest }: PageContext): string {
  return JSON.stringify([rest, [...forms], [...pictures]]);
}
