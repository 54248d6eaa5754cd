import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, connectionOf, ListOrders } from '#libs/core/graphql';
import { SuggestionObject } from '../suggestion.dto.js';

const suggestions = connectionOf('MergeSuggestion', SuggestionObject, {
  max: 200,
  position: ({ id }) => [id],
  orders: new ListOrders('MergeSuggestionSort', BY_TIME),
  counted: true,
});

@ArgsType()
export class MergeSuggestionConnectionArgs extends suggestions.Args {}

@ObjectType()
export class MergeSuggestionConnection extends suggestions.Connection {}
