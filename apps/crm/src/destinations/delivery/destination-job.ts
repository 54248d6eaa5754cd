/** The job that makes a delivery to a destination. */
export const DELIVER_JOB = 'destination.deliver';
