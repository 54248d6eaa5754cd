import type { JoinedList, RequestedMessages } from '#libs/core/app-events';

/** Purpose of the seal of a message, or a member, that waits. */
export const JOURNEY_MESSAGE_PURPOSE = 'journey-message';

/** One message of a journey of the CRM. */
export interface JourneyMessage extends Omit<RequestedMessages, 'messages'> {
  message: RequestedMessages['messages'][number];
}

export interface SendJourneyMessage {
  /** {@link JourneyMessage} as JSON, sealed: it has what a person is called, and where they are. */
  sealed: string;
}

export interface JoinJourneyList {
  /** A `JoinedList` as JSON, sealed. */
  sealed: string;
}

export type JourneyListMembers = JoinedList;

/** Reason for which something was not done, as reports name it. */
export type JourneyFault =
  | 'domain-not-verified'
  | 'no-sender'
  | 'over-quota'
  | 'rejected'
  | 'suppressed'
  | 'template-unusable'
  | 'list-unknown';
