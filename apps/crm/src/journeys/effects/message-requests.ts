import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { AppEventSender, MAX_REQUESTED_MESSAGES, type RequestedMessages } from '#libs/core/app-events';
import type { EmailAction, PushAction } from '../definition/journey-step.js';
import { type Acting, type ActingScope, isLeftOut } from './acting.js';
import { type MessageDay, upsertMessageDays } from './contact-message-days.sql.js';
import { endOfQuiet, localTime, minutesOf, nextDay, type QuietHours } from './local-time.js';
import { type MessageRecipients, MessageRecipientsReader } from './message-recipients.js';

type MessageAction = EmailAction | PushAction;
type Message = RequestedMessages['messages'][number];

/** Messages of one content, as they are sent to Platform. */
interface MessageGroup {
  channel: 'email' | 'push';
  content: RequestedMessages['content'];
  messages: Message[];
}

/** Asks Platform for messages to contacts, where and when they allow it. */
@Injectable()
export class MessageRequests {
  constructor(
    private readonly recipients: MessageRecipientsReader,
    private readonly events: AppEventSender,
  ) {}

  async request(scope: ActingScope, acting: readonly Acting<MessageAction>[]): Promise<void> {
    if (acting.length === 0) return;
    const recipients = await this.recipients.read(scope, acting);
    const groups = new Map<MessageAction, MessageGroup>();
    const counted = new Set<string>();
    for (const one of acting) {
      const message = judge(scope, one, recipients);
      if (!message) continue;
      counted.add(one.contact.id);
      const group = groups.get(one.action) ?? {
        channel: one.action.kind,
        content: contentOf(one.action),
        messages: [],
      };
      group.messages.push(message);
      groups.set(one.action, group);
    }
    await upsertMessageDays(
      scope.tx,
      scope.tenantId,
      [...counted].map((id) => recipients.days.get(id)!),
    );
    for (const group of groups.values()) await this.send(scope, group);
  }

  private async send({ tx, tenantId }: ActingScope, { channel, content, messages }: MessageGroup): Promise<void> {
    const parts = Array.from({ length: Math.ceil(messages.length / MAX_REQUESTED_MESSAGES) }, (_, part) =>
      messages.slice(part * MAX_REQUESTED_MESSAGES, (part + 1) * MAX_REQUESTED_MESSAGES),
    );
    await this.events.sendAll(
      tx,
      'platform',
      'crm.messages.requested',
      parts.map((part) => ({ tenantId, payload: { channel, content, messages: part } })),
    );
  }
}

/**
 * The message that a step asks for. In this order: what may have been sent before a restore is left out, a contact without an
 * address or without consent goes on, and in quiet hours or above the cap the step waits.
 */
function judge(scope: ActingScope, acting: Acting<MessageAction>, recipients: MessageRecipients): Message | null {
  const { change, contact, action } = acting;
  const email = recipients.emailOf(acting);
  // Devices of a person follow the topic that has the id of the contact.
  const address = action.kind === 'email' ? email : contact.id;
  if (isLeftOut(acting, scope)) return finish(acting, 'left-out');
  if (address === undefined) return finish(acting, 'no-address');
  if (!recipients.allows(acting, action.kind)) return finish(acting, 'no-consent');
  const later = laterTime(scope.now, acting, recipients);
  if (later) {
    change.waitUntil(later);
    return null;
  }
  countMessage(scope.now, acting, recipients);
  const id = v7();
  const origin = `${change.after.id}/${change.after.seq + 1}`;
  change.finishStep('requested', { messageId: id });
  return { id, contactId: contact.id, address, origin, data: JSON.stringify(recipients.dataOf(acting)) };
}

function finish({ change }: Acting, outcome: 'left-out' | 'no-address' | 'no-consent'): null {
  change.finishStep(outcome);
  return null;
}

/** When the contact may get the message, if that is not now. */
function laterTime(now: Date, acting: Acting, recipients: MessageRecipients): Date | null {
  const timeZone = recipients.timeZoneOf(acting);
  const hours = quietHoursOf(recipients);
  const free = endOfQuiet(now, timeZone, hours);
  if (free > now) return free;
  const known = recipients.days.get(acting.contact.id);
  const isFull = known?.day === localTime(now, timeZone).day && known.sent >= recipients.settings.dailyCap;
  return isFull ? nextDay(now, timeZone, hours) : null;
}

function countMessage(now: Date, acting: Acting, { days, timeZoneOf }: MessageRecipients): void {
  const { day } = localTime(now, timeZoneOf(acting));
  const known = days.get(acting.contact.id);
  const counted: MessageDay = { contactId: acting.contact.id, day, sent: known?.day === day ? known.sent + 1 : 1 };
  days.set(acting.contact.id, counted);
}

const quietHoursOf = ({ settings }: MessageRecipients): QuietHours => ({
  from: minutesOf(settings.quietFrom) ?? 0,
  to: minutesOf(settings.quietTo) ?? 0,
});

function contentOf(action: MessageAction): RequestedMessages['content'] {
  if (action.kind === 'push') {
    const { templateId, title: subject, body: text } = action;
    return { templateId, subject, text, html: null, from: null, fromName: null, topic: null };
  }
  const { templateId, subject, text, html, from, fromName, topic } = action;
  return { templateId, subject, text, html, from, fromName, topic };
}
