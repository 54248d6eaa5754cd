import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import { ReceivedTextFilters, ReceivedTextView } from '../received-text.dto.js';
import type { ReceivedText } from '../received-text.entity.js';

const texts = pageConnectionOf<ReceivedText, ReceivedTextView, ReceivedTextFilters>('ReceivedText', ReceivedTextView, {
  max: 200,
  filters: ReceivedTextFilters,
  orders: new ListOrders('ReceivedTextSort', BY_TIME),
  counted: true,
});

@ArgsType()
export class ReceivedTextConnectionArgs extends texts.Args {}

@ObjectType('ReceivedTextConnection')
export class ReceivedTextConnection extends texts.Connection {}
