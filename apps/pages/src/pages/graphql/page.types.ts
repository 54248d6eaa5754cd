import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf, GraphqlObject } from '#libs/core/graphql';
import { PageFilters } from '../dto/page.requests.js';
import { PageObject } from '../dto/page.responses.js';
import type { PlacedPage } from '../page-places.js';
import type { Page } from '../page.entity.js';

@GraphqlObject('Page', 'A page as its authors see it.')
export class PageNode extends PageObject {
  /** Row that the resolvers of the page's relations read their keys from. */
  row: Page;

  static override of(placed: PlacedPage): PageNode {
    return { ...PageObject.of(placed), row: placed.page };
  }
}

const pages = connectionOf('Page', PageNode, { max: 200, position: ({ page }) => [page.id], filters: PageFilters });

@ArgsType()
export class PageConnectionArgs extends pages.Args {}

@ObjectType()
export class PageConnection extends pages.Connection {}
