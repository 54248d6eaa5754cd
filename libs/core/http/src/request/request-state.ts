import type { IncomingMessage } from 'node:http';
import type { OpenSpan } from '#libs/core/observability';
import { type Envelope } from '../problem/envelope.js';
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
  /** Envelope of the request's answers in place of the app's; see `AppProfile.envelopeOf`. */
  envelope?: Envelope;
  /** Status of the problem that was answered, which an envelope may show as another one. */
  problemStatus?: number;
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

/** Status of the problem that a request was answered with, whatever its envelope made of it; undefined if it succeeded. */
export const problemStatusOf = (request: IncomingMessage): number | undefined => stateOf(request).problemStatus;

/** The state of a request; makes one if the request did not come through the entry point. */
export function stateOf(request: IncomingMessage): RequestState {
  return (request as WithState)[STATE] ?? openState(request);
}
