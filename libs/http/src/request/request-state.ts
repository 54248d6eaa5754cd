import type { IncomingMessage } from 'node:http';
import { type BodyState } from '../body/body-state.js';
import { newRequestId } from './request-id.js';

/** What the entry point notes on every request. */
export interface RequestState {
  requestId: string;
  /** On the clock of `performance.now()`, in milliseconds. */
  startedAt: number;
  body: BodyState | undefined;
}

const STATE = Symbol('http:state');

interface WithState {
  [STATE]?: RequestState;
}

/** Notes the state on the request. */
export function openState(request: IncomingMessage): RequestState {
  const state: RequestState = { requestId: newRequestId(), startedAt: performance.now(), body: undefined };
  (request as WithState)[STATE] = state;
  return state;
}

/** The state of a request; opens one for a request that came in by another door. */
export function stateOf(request: IncomingMessage): RequestState {
  return (request as WithState)[STATE] ?? openState(request);
}
