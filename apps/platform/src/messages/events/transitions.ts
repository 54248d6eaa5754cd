import type { Channel } from '../../channel.js';

interface Transition {
  channel: Channel;
  event: string;
  from: string[];
  to: string;
}

const AWAITING = ['queued', 'processing', 'sending'];

/**
 * How an event changes the state of its message. In any other state the event is recorded in the timeline and changes
 * nothing: reports come late, twice and out of order.
 */
export const TRANSITIONS: readonly Transition[] = [
  { channel: 'email', event: 'deferred', from: AWAITING, to: 'processing' },
  { channel: 'email', event: 'sent', from: AWAITING, to: 'sent' },
  { channel: 'email', event: 'failed', from: AWAITING, to: 'failed' },
  { channel: 'email', event: 'cancelled', from: ['queued'], to: 'cancelled' },
  { channel: 'email', event: 'bounced', from: [...AWAITING, 'sent'], to: 'bounced' },
  { channel: 'email', event: 'complained', from: [...AWAITING, 'sent', 'bounced'], to: 'complained' },
  { channel: 'sms', event: 'deferred', from: AWAITING, to: 'sending' },
  { channel: 'sms', event: 'sent', from: AWAITING, to: 'sent' },
  { channel: 'sms', event: 'failed', from: [...AWAITING, 'sent'], to: 'failed' },
  { channel: 'sms', event: 'cancelled', from: ['queued'], to: 'cancelled' },
  { channel: 'sms', event: 'delivered', from: [...AWAITING, 'sent'], to: 'delivered' },
  { channel: 'sms', event: 'undelivered', from: [...AWAITING, 'sent'], to: 'undelivered' },
  { channel: 'push', event: 'sent', from: AWAITING, to: 'sent' },
  { channel: 'push', event: 'failed', from: AWAITING, to: 'failed' },
  { channel: 'push', event: 'cancelled', from: ['queued'], to: 'cancelled' },
  { channel: 'push', event: 'delivered', from: [...AWAITING, 'sent'], to: 'delivered' },
];
