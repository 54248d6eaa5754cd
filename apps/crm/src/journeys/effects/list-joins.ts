import { Injectable } from '@nestjs/common';
import { AppEventSender, type JoinedList, MAX_REQUESTED_MESSAGES } from '#libs/core/app-events';
import type { ListAction } from '../definition/journey-step.js';
import type { Acting, ActingScope } from './acting.js';
import { MessageRecipientsReader } from './message-recipients.js';

/** Puts contacts on lists of Platform. */
@Injectable()
export class ListJoins {
  constructor(
    private readonly recipients: MessageRecipientsReader,
    private readonly events: AppEventSender,
  ) {}

  async request(scope: ActingScope, acting: readonly Acting<ListAction>[]): Promise<void> {
    if (acting.length === 0) return;
    const recipients = await this.recipients.read(scope, acting);
    const members = new Map<string, JoinedList['members'][number][]>();
    for (const one of acting) {
      const email = recipients.emailOf(one);
      if (email === undefined) {
        one.change.finishStep('no-address');
        continue;
      }
      const origin = `${one.change.after.id}/${one.change.after.seq + 1}`;
      const { list } = one.action;
      members.set(list, [...(members.get(list) ?? []), { email, name: one.contact.name, origin }]);
      one.change.finishStep('requested');
    }
    for (const [list, all] of members) await this.send(scope, list, all);
  }

  private async send({ tx, tenantId }: ActingScope, list: string, members: JoinedList['members']): Promise<void> {
    const parts = Array.from({ length: Math.ceil(members.length / MAX_REQUESTED_MESSAGES) }, (_, part) =>
      members.slice(part * MAX_REQUESTED_MESSAGES, (part + 1) * MAX_REQUESTED_MESSAGES),
    );
    await this.events.sendAll(
      tx,
      'platform',
      'crm.list.joined',
      parts.map((part) => ({ tenantId, payload: { list, members: part } })),
    );
  }
}
