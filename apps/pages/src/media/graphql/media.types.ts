import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byText, connectionOf, inBothDirections, ListOrders } from '#libs/core/graphql';
import { MediaView } from '../media.dto.js';

const media = connectionOf('Media', MediaView, {
  max: 200,
  position: ({ id }) => [id],
  // An account has 5,000 pictures at most.
  orders: new ListOrders('MediaSort', {
    ...BY_TIME,
    ...byText('description', { nullable: true }),
    ...inBothDirections('bytes', [{ key: 'bytes', type: 'number' }], 'desc'),
  }),
  counted: true,
});

@ArgsType()
export class MediaConnectionArgs extends media.Args {}

@ObjectType()
export class MediaConnection extends media.Connection {}
