/** The job that stops, or resumes, those inside a journey who were too many for one transaction. */
export const SETTLE_JOURNEY_JOB = 'journey.settle';

export interface SettleJourney {
  journeyId: string;
  action: 'stop' | 'resume';
  /** Latest entry of those that it concerns, as ISO 8601. */
  until: string;
}
