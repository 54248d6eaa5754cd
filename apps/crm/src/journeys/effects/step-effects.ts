import { Injectable } from '@nestjs/common';
import type { Action, ActionKind } from '../definition/journey-step.js';
import type { Acting, ActingScope } from './acting.js';
import { ListJoins } from './list-joins.js';
import { MessageRequests } from './message-requests.js';
import { StageChanges } from './stage-changes.js';
import { WebhookCalls } from './webhook-calls.js';

type OfKind<K extends ActionKind> = Extract<Action, { kind: K }>;

/** Does what steps ask for, all of it rows of the caller's transaction. */
@Injectable()
export class StepEffects {
  constructor(
    private readonly stages: StageChanges,
    private readonly webhooks: WebhookCalls,
    private readonly messages: MessageRequests,
    private readonly lists: ListJoins,
  ) {}

  /** Returns the ids of the contacts that have changed. */
  async run(scope: ActingScope, acting: readonly Acting[]): Promise<ReadonlySet<string>> {
    await this.messages.request(scope, ofKinds(acting, 'email', 'push'));
    await this.webhooks.enqueue(scope, ofKinds(acting, 'webhook'));
    await this.lists.request(scope, ofKinds(acting, 'list'));
    const staging = ofKinds(acting, 'stage');
    return staging.length > 0 ? this.stages.apply(scope, staging) : new Set();
  }
}

const ofKinds = <K extends ActionKind>(acting: readonly Acting[], ...kinds: K[]): Acting<OfKind<K>>[] =>
  acting.filter((one): one is Acting<OfKind<K>> => (kinds as ActionKind[]).includes(one.action.kind));
