export const TRIGGERS = ['lead-captured', 'field-changed', 'inactivity', 'pixel-event'] as const;

/** Cause by which contacts enter a journey. */
export type TriggerKind = (typeof TRIGGERS)[number];

/** Details of a trigger; each has those of its kind. */
export interface TriggerParameters {
  /** Form of the lead; any if absent. */
  formId?: string;
  /** Page of the lead or of the event; any if absent. */
  pageId?: string;
  /** Field that changes, as the API names it. */
  field?: string;
  /** Value before and after; any if absent. */
  from?: unknown;
  to?: unknown;
  /** Days without anything that the person did. */
  days?: number;
  /** Name of the event. */
  event?: string;
}

export const REENTRIES = ['never', 'after-leaving', 'always'] as const;

/** Says whether a contact that was inside may enter again; `always`: also while it is inside, and then it begins anew. */
export type Reentry = (typeof REENTRIES)[number];
