export const SCORE_CONTACTS_JOB = 'scores.fill';

/** Evaluates all contacts of the tenant, in the order of their ids. */
export interface ScoreContacts {
  /** Another version has a job of its own. */
  version: number;
  /** Whether a new day asks for it; else the rules have changed. */
  isDaily: boolean;
}
