import type { IncomingMessage } from 'node:http';
import type { OpenSpan } from '#libs/core/observability';
import { type BodyState } from '../body/body-state.js';
import { newRequestId } from './request-id.js';

/** The state that the entry point keeps for every request. */
export interface RequestState {
  requestId: string;
  /** On the clock of `performance.now()`, in milliseconds. */
  startedAt: number;
  body: BodyState | undefined;
  /** Undefined without tracing. */
  span: OpenSpan | undefined;
}

const STATE = Symbol('http:state');

interface WithState {
  [STATE]?: RequestState;
}

/** Makes the state of a request. */
export function openState(request: IncomingMessage): RequestState {
  const state: RequestState = {
    requestId: newRequestId(),
    startedAt: performance.now(),
    body: undefined,
    span: undefined,
  };
  (request as WithState)[STATE] = state;
  return state;
}

/** The state of a request; makes one if the request did not come through the entry point. */
export function stateOf(request: IncomingMessage): RequestState {
  return (request as WithState)[STATE] ?? openState(request);
}
