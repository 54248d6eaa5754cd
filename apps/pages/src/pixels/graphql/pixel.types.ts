import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byText, connectionOf, ListOrders } from '#libs/core/graphql';
import { PixelObject, type ShownPixel } from '../pixel.dto.js';

const pixels = connectionOf('Pixel', PixelObject, {
  max: 200,
  position: ({ pixel }) => [pixel.id],
  // An account has 100 pixels at most.
  orders: new ListOrders('PixelSort', { ...BY_TIME, ...byText('name') }),
  row: ({ pixel }: ShownPixel) => pixel,
  counted: true,
});

@ArgsType()
export class PixelConnectionArgs extends pixels.Args {}

@ObjectType()
export class PixelConnection extends pixels.Connection {}
