import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem, refusal } from '#libs/core/http';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import { PublishedPage, SiteDomain } from '#libs/sites/sites';
import { addressOf, PageAddresses } from '../pages/page-addresses.js';
import { auditPage } from '../pages/page-audit.js';
import { PagePlaces, type PlacedPage } from '../pages/page-places.js';
import { domainNotVerified, rejectingTaken } from '../pages/page-rejections.js';
import type { Page } from '../pages/page.entity.js';
import { PageRepository, type PagePlace } from '../pages/page.repository.js';
import { RenderAgain } from '../published-pages/render-again.js';
import { HOME, isPagePath } from './page-path.js';

export interface Move {
  /** Null: to the shared host. */
  domainId: string | null;
  /** Default: the page's path or, without one, its slug. */
  path?: string;
  /** The page that becomes the home page of the domain which this one leaves. */
  nextHomeId?: string;
}

export interface Moved {
  placed: PlacedPage;
  changed: boolean;
  /** The address at which visitors are redirected now. */
  redirectedFrom: string | null;
}

/** Moves pages between domains and paths. */
@Injectable()
export class MovingService {
  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly places: PagePlaces,
    private readonly addresses: PageAddresses,
    private readonly renderAgain: RenderAgain,
  ) {}

  /**
   * Moves a page. Visitors find a published one at its new address at once; the old one redirects to it.
   * @throws Problem NotFound for an unknown page or domain, Unprocessable dominio_nao_verificado or caminho_invalido,
   * Conflict caminho_em_uso or pagina_inicial
   */
  async move(tenantId: TenantId, id: string, move: Move): Promise<Moved> {
    return rejectingTaken(
      this.database.tenant(tenantId, async (tx) => {
        const before = await this.pages.lockForUpdate(tx, tenantId, id);
        if (!before) throw new Problem('NotFound');
        const place = await this.placeOf(tx, before, move);
        if (isSamePlace(before, place)) {
          return { placed: await this.places.placeOne(tx, before), changed: false, redirectedFrom: null };
        }
        const from = await this.places.placeOne(tx, before);
        const moved = await this.placeAt(tx, before, place);
        if (isPublishedHome(before)) await this.replaceHome(tx, before, move.nextHomeId);
        return { placed: moved, changed: true, redirectedFrom: await this.follow(tx, from, moved) };
      }),
    );
  }

  private async placeOf(tx: EntityManager, page: Page, { domainId, path }: Move): Promise<PagePlace> {
    if (domainId === null) return { domainId: null, path: null };
    const { tenantId } = page;
    const domain = isId('dom', domainId) ? await tx.findOneBy(SiteDomain, { tenantId, id: domainId }) : null;
    if (!domain) throw refusal('NotFound', { erro: 'O domínio não existe.', campo: 'dominio_id' });
    if (domain.verifiedAt === null) throw domainNotVerified('dominio_id');
    const wanted = path ?? page.path ?? `/${page.slug}`;
    if (!isPagePath(wanted)) throw pathInvalid();
    return { domainId, path: wanted };
  }

  /** Gives the page a place and visitors its new address. */
  private async placeAt(tx: EntityManager, before: Page, place: PagePlace): Promise<PlacedPage> {
    const page = await this.pages.update(tx, before, place);
    await this.addresses.claim(tx, page);
    const { tenantId, id: pageId, publishedVersion } = page;
    if (publishedVersion !== null) {
      await tx.update(PublishedPage, { tenantId, pageId }, place);
      await this.renderAgain.page(tx, tenantId, pageId);
    }
    await auditPage(tx, 'moved', page, before);
    return this.places.placeOne(tx, page);
  }

  /** A domain does not lose its home page, unless another takes its place. */
  private async replaceHome(tx: EntityManager, left: Page, nextId: string | undefined): Promise<void> {
    if (nextId === undefined) throw homePage();
    const next = nextId === left.id ? null : await this.pages.lockForUpdate(tx, left.tenantId, nextId);
    if (!next || next.publishedVersion === null || isPublishedHome(next)) throw homePage('pagina_inicial_id');
    const from = await this.places.placeOne(tx, next);
    const placed = await this.placeAt(tx, next, { domainId: left.domainId, path: HOME });
    await this.follow(tx, from, placed);
  }

  /** Redirects from the address that a published page left, unless another page has taken it. */
  private async follow(tx: EntityManager, from: PlacedPage, to: PlacedPage): Promise<string | null> {
    if (to.page.publishedVersion === null) return null;
    if (addressOf(from.page).path === HOME) return null;
    await this.addresses.redirect(tx, from.page, to.page, to.host);
    return from.url;
  }
}

const isSamePlace = (page: Page, place: PagePlace): boolean => {
  const [now, then] = [addressOf(page), addressOf({ ...page, ...place })];
  return now.domainId === then.domainId && now.path === then.path;
};

const isPublishedHome = ({ domainId, path, publishedVersion }: Page): boolean =>
  domainId !== null && path === HOME && publishedVersion !== null;

const pathInvalid = (): Problem =>
  refusal('Unprocessable', {
    erro: 'caminho_invalido',
    mensagem: 'O caminho começa com uma barra e tem segmentos de letras minúsculas, dígitos e hifens.',
    campo: 'caminho',
  });

const homePage = (campo = 'caminho'): Problem =>
  refusal('Conflict', {
    erro: 'pagina_inicial',
    mensagem: 'A página é a inicial do domínio: informe em pagina_inicial_id a página publicada que toma o lugar dela.',
    campo,
  });
