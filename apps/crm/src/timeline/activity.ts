/** Kinds of events in the life of a contact. */
export const ACTIVITY_TYPES = [
  'note',
  'stage-changed',
  'lifecycle-changed',
  'message',
  'form-submitted',
  'contact-deleted',
  'contact-restored',
  'exported',
  'consent-changed',
  'company-changed',
  'imported',
  'journey',
  'visit',
  'merged',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

export type ActivityData = Record<string, unknown>;

/** Sealed part of an activity. */
export interface ActivityContent {
  text?: string;
  data?: ActivityData;
}

/** An entry of a timeline, in plain text. */
export interface TimelineEntry {
  id: string;
  type: ActivityType;
  /** The user who did it; null for the service itself. */
  authorId: string | null;
  text: string | null;
  data: ActivityData;
  createdAt: Date;
}
