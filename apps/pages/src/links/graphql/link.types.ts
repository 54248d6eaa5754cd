import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byDate, byText, inBothDirections, connectionOf, ListOrders } from '#libs/core/graphql';
import { type AddressedLink, LinkObject } from '../link.dto.js';

const links = connectionOf('ShortLink', LinkObject, {
  max: 200,
  position: ({ link }) => [link.id],
  // An account has 10,000 short links at most.
  orders: new ListOrders('ShortLinkSort', {
    ...BY_TIME,
    ...byText('slug'),
    ...byDate('updated'),
    ...inBothDirections('clicks', [{ key: 'clicks', type: 'number' }], 'desc'),
  }),
  row: ({ link }: AddressedLink) => link,
  counted: true,
});

@ArgsType()
export class ShortLinkConnectionArgs extends links.Args {}

@ObjectType()
export class ShortLinkConnection extends links.Connection {}
