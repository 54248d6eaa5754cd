import { Injectable } from '@nestjs/common';
import { many } from '#libs/core/persistence';
import { isReservedSlug } from '#libs/sites/sites';
import type { EntityManager } from 'typeorm';
import type { PageDocument } from '../document/page-document.js';
import { addressOf } from '../pages/page-addresses.js';
import type { Page } from '../pages/page.entity.js';
import type { PageWarning } from '../markup/page-context.js';
import { KNOWN_PATHS } from './dead-links.sql.js';
import { linksOf } from './links-of.js';

/** Paths that are looked up for one page. */
const MOST = 200;

/** Finds the links of a page that lead nowhere, or on the shared host to a page of somebody else. */
@Injectable()
export class DeadLinks {
  /** @param html the page as it is rendered, which has the ids that can be led to */
  async list(tx: EntityManager, page: Page, document: PageDocument, html: string): Promise<PageWarning[]> {
    const links = linksOf(document);
    const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const own = addressOf(page);
    const inner = links.filter(({ address }) => address.startsWith('/')).slice(0, MOST);
    const wanted = [...new Set(inner.map(({ address }) => pathOf(address)))].filter(
      (path) => path !== own.path && !isOfRuntime(path),
    );
    const known = wanted.length === 0 ? [] : await this.known(tx, page.tenantId, own.domainId, wanted);
    const missing = new Set(wanted.filter((path) => !known.includes(path)));
    return links.flatMap(({ where, address }): PageWarning[] => {
      if (address.startsWith('#')) return ids.has(address.slice(1)) ? [] : [noPlace(where, address)];
      return missing.has(pathOf(address)) ? [noPage(where, address)] : [];
    });
  }

  private async known(
    tx: EntityManager,
    tenantId: string,
    domainId: string | null,
    paths: string[],
  ): Promise<string[]> {
    const rows = await many<{ path: string }>(tx, KNOWN_PATHS, [tenantId, domainId, paths]);
    return rows.map(({ path }) => path);
  }
}

/** The path as the runtime looks it up. */
function pathOf(address: string): string {
  const [path = ''] = address.split(/[?#]/);
  const trimmed = path
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
    .toLowerCase();
  return URL.canParse(trimmed, 'http://path') ? decoded(trimmed) : trimmed;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}

/** Pictures, fonts and other files of the runtime; short links are looked up. */
function isOfRuntime(path: string): boolean {
  const [, first = ''] = path.split('/');
  return first !== 'r' && isReservedSlug(first);
}

const noPlace = (where: string, address: string): PageWarning => ({
  where,
  code: 'ancora_ausente',
  message: `O link ${address} não leva a nenhum lugar desta página.`,
});

const noPage = (where: string, address: string): PageWarning => ({
  where,
  code: 'link_interno_ausente',
  message: `O link ${address} não leva a nenhuma página publicada desta conta.`,
});
