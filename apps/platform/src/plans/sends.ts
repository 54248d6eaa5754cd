import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const SENDS = Symbol('sends');

/** The route, or the field of GraphQL, sends messages: it counts against the sending limit of the plan. */
export const Sends = (): CustomDecorator<symbol> => SetMetadata(SENDS, true);
