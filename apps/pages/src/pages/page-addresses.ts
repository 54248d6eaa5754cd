import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { newId } from '#libs/core/persistence';
import { SiteRedirect } from '#libs/sites/sites';
import { PagePlaces } from './page-places.js';
import { pathInUse } from './page-rejections.js';
import { Page } from './page.entity.js';

/** Host and path at which a page answers; without a domain it is on the shared host. */
interface Address {
  domainId: string | null;
  path: string;
}

/** The addresses that pages take and leave. */
@Injectable()
export class PageAddresses {
  constructor(private readonly places: PagePlaces) {}

  /** Whether no page and no redirect that a user made is at the page's address. */
  async isFree(tx: EntityManager, page: Page): Promise<boolean> {
    const { domainId, path } = addressOf(page);
    const { tenantId, id } = page;
    if (domainId !== null) {
      const holder = await tx.findOneBy(Page, { tenantId, domainId, path, deletedAt: IsNull(), id: Not(id) });
      if (holder) return false;
    }
    return !(await tx.existsBy(SiteRedirect, {
      tenantId,
      domainId: domainId ?? IsNull(),
      path,
      pageId: IsNull(),
    }));
  }

  /**
   * Makes way for the page at its address: redirects that moved pages left there go.
   * @throws Problem Conflict caminho_em_uso
   */
  async claim(tx: EntityManager, page: Page): Promise<void> {
    if (!(await this.isFree(tx, page))) throw pathInUse();
    const { domainId, path } = addressOf(page);
    await tx.delete(SiteRedirect, {
      tenantId: page.tenantId,
      domainId: domainId ?? IsNull(),
      path,
      pageId: Not(IsNull()),
    });
  }

  /** Leads visitors from the address that a published page leaves to the new one; older redirects of it follow. */
  async redirect(tx: EntityManager, from: Page, to: Page, host: string | null): Promise<void> {
    const [left, taken] = [addressOf(from), addressOf(to)];
    const target = left.domainId === taken.domainId ? taken.path : this.places.urlOf(to, host);
    const { tenantId, id: pageId } = to;
    // Each target counts from its own host.
    const url = this.places.urlOf(to, host);
    await tx.update(SiteRedirect, { tenantId, pageId }, { target: url });
    await insert(tx, { tenantId, ...left, target, pageId });
  }

  /** A page of a domain also answers at its slug on the shared host: the slug that it leaves leads to its address. */
  async redirectSlug(tx: EntityManager, from: Page, to: Page, host: string | null): Promise<void> {
    const { tenantId, id: pageId } = to;
    // Its own redirect there would come before the page.
    await tx.delete(SiteRedirect, { tenantId, domainId: IsNull(), path: `/${to.slug}`, pageId });
    await insert(tx, { tenantId, domainId: null, path: `/${from.slug}`, target: this.places.urlOf(to, host), pageId });
  }
}

/** Keeps what is already there: an address that a page left twice leads to the page as before. */
async function insert(
  tx: EntityManager,
  redirect: Pick<SiteRedirect, 'tenantId' | 'domainId' | 'path' | 'target' | 'pageId'>,
): Promise<void> {
  const values = { ...redirect, id: newId('rdr'), status: 301 as const };
  await tx.createQueryBuilder().insert().into(SiteRedirect).values(values).orIgnore().execute();
}

export function addressOf({ domainId, path, slug }: Page): Address {
  return domainId === null || path === null ? { domainId: null, path: `/${slug}` } : { domainId, path };
}
