import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byText, connectionOf, ListOrders } from '#libs/core/graphql';
import { RedirectFilters, RedirectObject } from '../redirect.dto.js';

const redirects = connectionOf('Redirect', RedirectObject, {
  max: 200,
  position: ({ id }) => [id],
  filters: RedirectFilters,
  // An account has 2,000 redirects of its own at most, and those of addresses that its pages had.
  orders: new ListOrders('RedirectSort', { ...BY_TIME, ...byText('path') }),
  counted: true,
});

@ArgsType()
export class RedirectConnectionArgs extends redirects.Args {}

@ObjectType()
export class RedirectConnection extends redirects.Connection {}
