import type { Stage } from '../../contacts/contact-values.js';
import type { JourneyCriteria } from './journey-criteria.js';

export const STEP_KINDS = ['wait', 'act', 'condition', 'split'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

interface StepBase {
  /** From 1, without gaps. */
  number: number;
}

export interface WaitStep extends StepBase {
  kind: 'wait';
  /** Nanoseconds, as decimal digits: ten years of them have more than a JavaScript number keeps. */
  wait: string;
}

export interface ActStep extends StepBase {
  kind: 'act';
  action: Action;
}

export interface ConditionStep extends StepBase {
  kind: 'condition';
  criteria: JourneyCriteria;
  /** Step of those who do not meet the criteria; the others go on with the next one. */
  otherwise: number;
}

export interface Branch {
  weight: number;
  to: number;
}

export interface SplitStep extends StepBase {
  kind: 'split';
  branches: Branch[];
}

export type JourneyStep = WaitStep | ActStep | ConditionStep | SplitStep;

/** Message by a template of Platform, or with content of its own. */
export interface EmailAction {
  kind: 'email';
  templateId: string | null;
  subject: string | null;
  text: string | null;
  html: string | null;
  /** Address on a domain that the account has verified; null for the first of these. */
  from: string | null;
  fromName: string | null;
  /** Topic of consent at Platform, by id or slug. */
  topic: string | null;
}

export interface PushAction {
  kind: 'push';
  templateId: string | null;
  title: string | null;
  body: string | null;
}

export interface WebhookAction {
  kind: 'webhook';
  destinationId: string;
}

export interface StageAction {
  kind: 'stage';
  stage: Stage;
}

export interface ListAction {
  kind: 'list';
  /** Id or slug at Platform. */
  list: string;
}

export type Action = EmailAction | PushAction | WebhookAction | StageAction | ListAction;
export type ActionKind = Action['kind'];

const NANOSECONDS_IN_MS = 1_000_000n;

/** Milliseconds of a wait; a part of one counts as a whole, so that no step comes early. */
export const waitInMs = (nanoseconds: string): number =>
  Number((BigInt(nanoseconds) + NANOSECONDS_IN_MS - 1n) / NANOSECONDS_IN_MS);
