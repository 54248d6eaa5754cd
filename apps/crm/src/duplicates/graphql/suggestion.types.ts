import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { SuggestionObject } from '../suggestion.dto.js';

const suggestions = connectionOf('MergeSuggestion', SuggestionObject, { max: 200, position: ({ id }) => [id] });

@ArgsType()
export class MergeSuggestionConnectionArgs extends suggestions.Args {}

@ObjectType()
export class MergeSuggestionConnection extends suggestions.Connection {}
