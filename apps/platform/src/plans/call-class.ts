import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { Request } from 'express';
import type { RouteClass } from './plan.js';

export const CALL_CLASS = Symbol('call class');

/** Finds the class of a call in its request. */
export type CallClassOf = (request: Request) => Promise<RouteClass>;

/** The route does more than one thing: against which limit of the plan a call counts is read from its request. */
export const CallClass = (of: CallClassOf): CustomDecorator<symbol> => SetMetadata(CALL_CLASS, of);
