import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byDate, byText, connectionOf, GraphqlObject, ListOrders } from '#libs/core/graphql';
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

const pages = connectionOf('Page', PageNode, {
  max: 200,
  position: ({ page }) => [page.id],
  filters: PageFilters,
  // An account has 5,000 pages at most.
  orders: new ListOrders('PageSort', {
    ...BY_TIME,
    ...byText('title'),
    ...byDate('updated'),
    ...byDate('published', { nullable: true }),
  }),
  row: ({ page }: PlacedPage) => page,
  counted: true,
});

@ArgsType()
export class PageConnectionArgs extends pages.Args {}

@ObjectType()
export class PageConnection extends pages.Connection {}
